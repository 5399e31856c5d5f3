import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { negotiate } from "@fastify/accept-negotiator";
import type { App } from "../../platform/http/server.ts";

/** All that the build makes. */
const types: Record<string, string> = {
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
};

/** Each file lies there in both, too. The first is the smaller one. */
const endings: Record<string, string> = { br: ".br", gzip: ".gz" };
const encodings = Object.keys(endings);

/** By its content, a name never means another file. */
const ofEach = { "cache-control": "public, max-age=31536000, immutable", vary: "Origin, Accept-Encoding" };

/** Serves the files of a folder and no others: whatever a path says, it is looked up among their names. */
export function serveAssets(app: App, folder: string): void {
	const names = new Set(readdirSync(folder));
	app.get<{ Params: { "*": string } }>("/assets/*", async ({ params, headers }, reply) => {
		const name = params["*"];
		const type = types[extname(name)];
		if (type === undefined || !names.has(name)) return reply.callNotFound();
		const encoding = negotiate(headers["accept-encoding"] ?? "", encodings);
		if (encoding !== null) reply.header("content-encoding", encoding);
		reply.headers({ ...ofEach, "content-type": type });
		return await readFile(join(folder, `${name}${encoding === null ? "" : endings[encoding]}`));
	});
}
