import { isSecret, listeningPort, settingsInForce } from "../../platform/config/config.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { columns } from "./columns.ts";
import { configOfCommand, defineCommand } from "./define-command.ts";

export const config = defineCommand({
	summary: "Show every setting in force, and where it comes from.",
	usage: `sallyport config\n\nShows every setting in force and whether it comes from the environment, from PORT, or is the default. Secrets are masked. What each means: ${documentPath("configuration.md")}.`,
	async run() {
		const inForce = configOfCommand();
		const settings = settingsInForce().map(({ name, env, written, source }) => {
			if (isSecret(name) && written !== null) return { env, value: "***", source };
			if (name === "databaseUrl" && written !== null) return { env, value: withoutPassword(written), source };
			if (name === "port") return { env, value: String(listeningPort(inForce)), source };
			if (name === "tokenAudience") return { env, value: written ?? inForce.baseUrl, source };
			return { env, value: written === "" ? null : written, source };
		});
		const rows = settings.map(({ env, value, source }) => [env, source, value ?? "-"]);
		return { document: { settings }, text: columns([["SETTING", "FROM", "VALUE"], ...rows]) };
	},
});
