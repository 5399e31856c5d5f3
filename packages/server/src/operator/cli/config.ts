import { describeSettings } from "../../platform/config/describe-settings.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { columns } from "./columns.ts";
import { configOfCommand, defineCommand } from "./define-command.ts";

export const config = defineCommand({
	summary: "Show every setting in force, and where it comes from.",
	usage: `sallyport config\n\nShows every setting as this shell has it, and whether it comes from the environment, from PORT, or is the default. Secrets are masked. With --server, the\nsettings of the service that answers. What each means: ${documentPath("configuration.md")}.`,
	overHttp: true,
	async run({ reach }) {
		const settings = await (reach.overHttp === null
			? describeSettings(configOfCommand())
			: reach.overHttp((service) => service.settings()));
		const rows = settings.map(({ env, value, source }) => [env, source, value ?? "-"]);
		return { document: { settings }, text: columns([["SETTING", "FROM", "VALUE"], ...rows]) };
	},
});
