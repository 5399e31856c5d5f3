/** The gateways of examples/, each with its own configuration file; only ports and paths are other ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { examples, type Started, startProgram } from "./examples.ts";

export interface Ports {
	gateway: number;
	sallyport: number;
	api: number;
}

export interface GatewayProgram {
	/** As in `apt-get install`. */
	name: "nginx" | "caddy" | "haproxy";
	/** Where a user who opened a page comes back to after the login. */
	leadsBackTo: Array<[opened: string, next: string]>;
	/** The header Server of all responses; null where the program can leave it out. */
	server: string | null;
	/** What the program refuses before its configuration can ask the service: first lines of a request, and the code. */
	refusesItself: Array<[lines: string[], code: ErrorCode]>;
	start(ports: Ports): Promise<Started>;
}

const awkward = "/search/a/b?c=d%26e&f=g+h%0d%0aset-cookie:x";
const everything: Array<[string, string]> = [
	["/insight", "/insight"],
	[awkward, awkward],
];

export const nginx: GatewayProgram = {
	name: "nginx",
	server: "nginx",
	leadsBackTo: [
		["/insight", "/insight"],
		["/search/a.b?of=today", "/search/a.b?of=today"],
		// nginx cannot escape, so it leaves such a query behind.
		[awkward, "/search/a/b"],
	],
	refusesItself: [
		[["GET /\x01 HTTP/1.1"], "bad_request"],
		[["nonsense"], "bad_request"],
		[["GET /login HTTP/1.1", "Host: localhost", `X-Long: ${"x".repeat(60_000)}`], "headers_too_large"],
		[[`GET /${"x".repeat(60_000)} HTTP/1.1`, "Host: localhost"], "uri_too_long"],
		[["POST /search HTTP/1.1", "Host: localhost", "Content-Length: 3000000"], "body_too_large"],
		[["TRACE /login HTTP/1.1", "Host: localhost"], "method_not_allowed"],
	],
	start: (ports) =>
		inFolder(ports, ["nginx/sallyport.conf"], (folder, port) => {
			const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
				.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
				.join(" ");
			// What /etc/nginx/nginx.conf of Debian is to a file in conf.d.
			writeFileSync(
				join(folder, "nginx.conf"),
				`user ${userInfo().username}; pid ${folder}/pid; daemon off; events {} http { access_log off; ${temporary} include ${folder}/sallyport.conf; }`,
			);
			return startProgram("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")], { port });
		}),
};

export const caddy: GatewayProgram = {
	name: "caddy",
	server: null,
	leadsBackTo: everything,
	// Go answers what is no HTTP in plain text, and nothing can change that.
	refusesItself: [],
	start: (ports) =>
		inFolder(ports, ["caddy/Caddyfile"], (folder, port) => {
			const env = {
				XDG_CONFIG_HOME: folder,
				XDG_DATA_HOME: folder,
				CADDY_ADMIN: `unix/${folder}/admin.sock`,
			};
			const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
			return startProgram("caddy", args, { port, env });
		}),
};

export const haproxy: GatewayProgram = {
	name: "haproxy",
	server: null,
	leadsBackTo: everything,
	// What is no HTTP gets a page of HTML, and nothing can change that.
	refusesItself: [],
	start: (ports) =>
		inFolder(ports, ["haproxy/haproxy.cfg", "haproxy/sallyport.lua"], (folder, port) =>
			startProgram("haproxy", ["-f", join(folder, "haproxy.cfg")], { port }),
		),
};

async function inFolder(
	ports: Ports,
	files: string[],
	start: (folder: string, port: number) => Promise<Started>,
): Promise<Started> {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-gateway-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		for (const file of files) {
			const text = readFileSync(join(examples, file), "utf8")
				.replaceAll(":8080", `:${ports.gateway}`)
				.replaceAll(":8400", `:${ports.sallyport}`)
				.replaceAll(":9000", `:${ports.api}`)
				.replaceAll("/etc/haproxy/", `${folder}/`);
			writeFileSync(join(folder, file.split("/")[1] ?? ""), text);
		}
		const started = await start(folder, ports.gateway);
		return {
			...started,
			async stop() {
				await started.stop();
				remove();
			},
		};
	} catch (error) {
		remove();
		throw error;
	}
}
