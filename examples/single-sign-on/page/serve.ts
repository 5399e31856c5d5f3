/**
 * Serves the page: the files of this folder, oidc-client-ts as it is published, and where the provider is.
 *
 *   sallyport client add --id reports-page --name Reports --kind spa --redirect-uri http://localhost:5174/ --post-logout-uri http://localhost:5174/ \
 *     --scope profile --scope offline_access
 *   node examples/single-sign-on/page/serve.ts
 *
 * PORT (5174), ISSUER (http://localhost:8400/oidc), CLIENT_ID (reports-page).
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const { PORT = "5174", ISSUER = "http://localhost:8400/oidc", CLIENT_ID = "reports-page" } = process.env;

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
const config = `export const authority = ${JSON.stringify(ISSUER)};
export const client_id = ${JSON.stringify(CLIENT_ID)};
`;
const files: Record<string, string> = {
	"/": new URL("index.html", import.meta.url).href,
	"/app.js": new URL("app.js", import.meta.url).href,
	"/oidc-client-ts.js": import.meta.resolve("oidc-client-ts"),
	"/jwt-decode.js": import.meta.resolve("jwt-decode"),
};

const server = createServer(async (request, response) => {
	const path = request.url?.split("?")[0] ?? "/";
	const file = files[path];
	if (file === undefined && path !== "/config.js") return response.writeHead(404).end();
	const type = types[extname(file ?? path)];
	response.setHeader("content-type", `${type}; charset=utf-8`);
	return response.end(file === undefined ? config : await readFile(new URL(file)));
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The page is at http://localhost:${PORT}.`));
