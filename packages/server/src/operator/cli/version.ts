import { packageVersion } from "../../platform/lib/package-root.ts";
import { defineCommand } from "./define-command.ts";

export const version = defineCommand({
	summary: "Print the version.",
	usage: "sallyport version\n\nPrints the version of Sallyport and of the runtime.",
	overHttp: null,
	async run() {
		const document = { version: packageVersion(), node: process.versions.node };
		return { document, text: `sallyport ${document.version} (Node ${document.node})` };
	},
});
