import { columns, count } from "./columns.ts";
import { defineCommand } from "./define-command.ts";

async function examineHere() {
	// Loaded here, so that other commands start sooner.
	const { examine } = await import("../doctor/examine.ts");
	return Array.fromAsync(examine());
}

export const doctor = defineCommand({
	summary: "Examine the deployment and say what to do.",
	usage: `sallyport doctor

Examines this deployment: settings, libraries, database, secret, signing keys, users, ports; and, while the service runs, what
users find at SALLYPORT_BASE_URL: issuer, cookie, clock, client address. Changes nothing. Run it with the settings of the service
and on its machine. With --server, the service examines itself, without what takes long. Fails when a check has failed.`,
	overHttp: true,
	async run({ reach }) {
		const checks = await (reach.overHttp?.((service) => service.examine()) ?? examineHere());
		const bad = checks.filter(({ status }) => status === "failed").length;
		const doubtful = checks.filter(({ status }) => status === "warning").length;
		const rows = checks.map(({ status, name, fact, advice }) => [
			status,
			name,
			advice === null ? fact : `${fact.replace(/\.$/, "")}. ${advice}`,
		]);
		const verdict = `${count(checks.length, "check")}: ${bad} failed, ${count(doubtful, "warning")}.`;
		return {
			document: { ok: bad === 0, checks },
			text: `${columns(rows)}\n\n${verdict}`,
			exitCode: bad === 0 ? 0 : 1,
		};
	},
});
