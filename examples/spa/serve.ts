/**
 * Serves the front end: the files of this folder, @sallyport/client as it is built, and where the other two are.
 *
 *   node examples/spa/serve.ts
 *
 * PORT (5173), SALLYPORT_URL (http://localhost:8400), API_URL (http://localhost:3000).
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname } from "node:path";

const {
	PORT = "5173",
	SALLYPORT_URL = "http://localhost:8400",
	API_URL = "http://localhost:3000",
} = process.env;

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
const config = `export const sallyport = ${JSON.stringify(SALLYPORT_URL)};
export const api = ${JSON.stringify(API_URL)};
`;

/** A script in this page acts as its user, so the page loads nothing foreign and talks to nothing else. */
const policy = `default-src 'none'; script-src 'self'; img-src data:; connect-src ${SALLYPORT_URL} ${API_URL}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Flat folders and plain names, so no path leads out of them. */
async function contentOf(path: string): Promise<string | Buffer> {
	if (path === "/config.js") return config;
	const client = new URL(`./${basename(path)}`, import.meta.resolve("@sallyport/client"));
	const own = new URL(`./${path === "/" ? "index.html" : basename(path)}`, import.meta.url);
	return readFile(path.startsWith("/client/") ? client : own);
}

const server = createServer(async (request, response) => {
	const path = request.url?.split("?")[0] ?? "/";
	const type = types[extname(path === "/" ? "index.html" : path)];
	try {
		if (type === undefined) throw new Error("Only pages and scripts are served.");
		const content = await contentOf(path);
		response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy });
		response.end(content);
	} catch {
		response.writeHead(404).end();
	}
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The front end is at http://localhost:${PORT}.`));
