/** Apache with mod_auth_openidc and the configuration of examples/, if they are on this machine. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examples, isInstalled, type Started, startProgram } from "./examples.ts";

const modules = "/usr/lib/apache2/modules";
const isThere =
	isInstalled("apache2") && isInstalled("openssl") && existsSync(`${modules}/mod_auth_openidc.so`);

/** The reason why it cannot be tried here, or null. */
export const apacheMissing = isThere
	? null
	: "Apache with mod_auth_openidc is not installed (Debian: apt-get install apache2 openssl libapache2-mod-auth-openidc), so no login by it is tried";

/** What Debian has in apache2.conf and mods-enabled. */
const usual = (folder: string, port: number) => `
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
ServerName localhost
Listen 127.0.0.1:${port}
${[
	"mpm_event",
	"authn_core",
	"authz_core",
	"authz_user",
	"proxy",
	"proxy_http",
	"headers",
	"macro",
	"auth_openidc",
]
	.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
	.join("\n")}
StartServers 1
ServerLimit 1
ThreadsPerChild 8
MaxRequestWorkers 8
User www-data
Group www-data
`;

export interface Given {
	issuer: string;
	secret: string;
	/** Where the application behind it listens. */
	api: number;
}

export async function startApache(port: number, { issuer, secret, api }: Given): Promise<Started> {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-apache-"));
	const configuration = readFileSync(join(examples, "single-sign-on/apache.conf"), "utf8")
		.replaceAll("https://login.example.com/oidc", issuer)
		.replaceAll("https://reports.example.com", `http://localhost:${port}`)
		.replace(":9000", `:${api}`);
	writeFileSync(join(folder, "apache2.conf"), usual(folder, port) + configuration);
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		const args = ["-DFOREGROUND", "-f", join(folder, "apache2.conf")];
		const started = await startProgram("apache2", args, { port, env: { REPORTS_SECRET: secret } });
		return {
			...started,
			printed: () => started.printed() + readFileSync(join(folder, "error.log"), "utf8"),
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
