import { withoutPassword } from "../lib/database-url.ts";
import { type Config, isSecret, listeningPort, settingsInForce } from "./config.ts";

/** Every setting in force, and where it comes from. Secrets are masked. */
export function describeSettings(inForce: Config) {
	return settingsInForce().map(({ name, env, written, source }) => {
		if (isSecret(name) && written !== null) return { env, value: "***", source };
		if (name === "databaseUrl" && written !== null) return { env, value: withoutPassword(written), source };
		if (name === "port") return { env, value: String(listeningPort(inForce)), source };
		if (name === "tokenAudience") return { env, value: written ?? inForce.baseUrl, source };
		return { env, value: written === "" ? null : written, source };
	});
}
