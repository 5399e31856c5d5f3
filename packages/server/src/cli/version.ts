import { readFileSync } from "node:fs";
import { defineCommand } from "./define-command.ts";

export const version = defineCommand({
	summary: "Print the version.",
	usage: "sallyport version\n\nPrints the version of Sallyport and of the runtime.",
	async run() {
		const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
			version: string;
		};
		const document = { version: manifest.version, node: process.versions.node };
		return { document, text: `sallyport ${document.version} (Node ${document.node})` };
	},
});
