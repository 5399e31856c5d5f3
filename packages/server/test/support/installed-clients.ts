/** Applications by libraries that Debian has, if they are on this machine: how each is built and started. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "../../src/identity/application/client.ts";
import { buildFolder, run } from "./backends.ts";
import { type Started, searchPath, startProgram } from "./examples.ts";

export interface InstalledClient {
	library: string;
	/** What it cannot do otherwise. */
	registration: Partial<Pick<Client, "authMethod" | "pkce">>;
	/** Resolves to the reason why it cannot be tried here, or null. */
	missing(): Promise<string | null>;
	/** It listens on PORT. */
	start(port: number, env: Record<string, string>): Promise<Started>;
	/** Removes what was built. */
	remove(): void;
}

const folder = join(import.meta.dirname, "clients");

interface InPython extends Pick<InstalledClient, "library" | "registration"> {
	file: string;
	/** What it imports. */
	modules: string;
	/** Their packages. */
	debian: string;
}

function inPython({ library, registration, file, modules, debian }: InPython): InstalledClient {
	let interpreter = "";
	return {
		library,
		registration,
		async missing() {
			// Debian installs modules for its own interpreter, which may not be the first.
			for (const each of ["python3", "/usr/bin/python3"])
				if (interpreter === "" && (await run(each, ["-c", `import ${modules}`])) !== null) interpreter = each;
			return interpreter === "" ? `${library} is not installed (Debian: apt-get install ${debian})` : null;
		},
		start: (port, env) =>
			startProgram(interpreter, [join(folder, file)], {
				port,
				env: { ...env, PYTHONDONTWRITEBYTECODE: "1", AUTHLIB_INSECURE_TRANSPORT: "1" },
			}),
		remove() {},
	};
}

/** Without modules: with what Debian has. */
const goPath = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };

function inGo(): InstalledClient {
	const built = buildFolder();
	const env = { ...process.env, PATH: searchPath, ...goPath };
	return {
		library: "go-oidc",
		registration: {},
		async missing() {
			const found = promisify(execFile)("go", ["list", "github.com/coreos/go-oidc"], { env });
			const isThere = await found.then(
				() => true,
				() => false,
			);
			const debian = "apt-get install golang-go golang-github-coreos-go-oidc-dev";
			return isThere ? null : `go-oidc is not installed (Debian: ${debian})`;
		},
		async start(port, given) {
			const binary = built.path("with-go-oidc");
			await promisify(execFile)("go", ["build", "-o", binary, join(folder, "with_go_oidc.go")], { env });
			return startProgram(binary, [], { port, env: given });
		},
		remove: built.remove,
	};
}

function inRuby(): InstalledClient {
	const program = join(folder, "with_omniauth.rb");
	const modules = ["omniauth_openid_connect", "rack/handler/puma"].flatMap((each) => ["-r", each]);
	return {
		library: "gitlab-omniauth-openid-connect",
		registration: { pkce: "optional" },
		async missing() {
			const isThere = (await run("ruby", [...modules, "-e", ""])) !== null;
			const debian = "apt-get install ruby-omniauth-openid-connect puma";
			return isThere ? null : `gitlab-omniauth-openid-connect is not installed (Debian: ${debian})`;
		},
		start: (port, env) => startProgram("ruby", [program], { port, env }),
		remove() {},
	};
}

export const installedClients: InstalledClient[] = [
	inPython({
		library: "Authlib",
		registration: {},
		file: "with_authlib.py",
		modules: "authlib, requests",
		debian: "python3-authlib python3-requests",
	}),
	inPython({
		library: "social-auth-core",
		registration: { pkce: "optional" },
		file: "with_social_auth.py",
		modules: "social_core.backends.open_id_connect",
		debian: "python3-social-auth-core python3-jose",
	}),
	inGo(),
	inRuby(),
];
