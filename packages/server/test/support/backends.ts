/** The APIs of examples/ in other languages: how each is built and started, if its language is on this machine. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examples, type Started, searchPath, startProgram } from "./examples.ts";
import { freePort } from "./service.ts";

export interface BackendSettings {
	/** The issuer. */
	SALLYPORT_URL: string;
	/** Seconds between looks at the status lists; 5 by default. */
	POLL?: string;
	/** Seconds: the oldest list that decides; 9 by default. */
	BOUND?: string;
	/** Seconds: the same, while the service is away; 60 by default. */
	STALE?: string;
}

export interface Backend {
	language: string;
	/** Resolves to the reason why it cannot be tested here, or null. */
	missing(): Promise<string | null>;
	/** Once, before the first start. */
	build(): Promise<void>;
	start(settings: BackendSettings): Promise<Started>;
	/** Removes what was built. */
	remove(): void;
}

/** Resolves to what was printed; null: the program is not there, or failed. */
export function run(file: string, args: string[]): Promise<string | null> {
	return new Promise((resolve) => {
		const env = { ...process.env, PATH: searchPath };
		execFile(file, args, { env }, (error, printed, complaints) =>
			resolve(error === null ? printed + complaints : null),
		);
	});
}

function compile(file: string, args: string[], folder: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const options = { cwd: join(examples, folder), env: { ...process.env, PATH: searchPath } };
		execFile(file, args, options, (error, printed, complaints) =>
			error === null ? resolve() : reject(new Error(`${file}: ${printed}${complaints}`, { cause: error })),
		);
	});
}

async function startBackend(file: string, args: string[], folder: string, settings: BackendSettings) {
	const port = await freePort();
	return startProgram(file, args, {
		port,
		cwd: join(examples, folder),
		env: { PORT: String(port), PYTHONDONTWRITEBYTECODE: "1", ...settings },
	});
}

/** A folder for what is built, made at the first use. */
export function buildFolder() {
	let made: string | undefined;
	return {
		path(...parts: string[]): string {
			made ??= mkdtempSync(join(tmpdir(), "sallyport-backend-"));
			return join(made, ...parts);
		},
		remove() {
			if (made !== undefined) rmSync(made, { recursive: true, force: true });
		},
	};
}

export function createPython(): Backend {
	let interpreter = "";
	return {
		language: "Python",
		async missing() {
			// Debian installs modules for its own interpreter, which may not be the first.
			for (const each of ["python3", "/usr/bin/python3"])
				if (interpreter === "" && (await run(each, ["-c", "import jwt, cryptography"])) !== null)
					interpreter = each;
			return interpreter === "" ? "PyJWT is not installed (Debian: apt-get install python3-jwt)" : null;
		},
		async build() {},
		start: (settings) => startBackend(interpreter, ["server.py"], "python", settings),
		remove() {},
	};
}

export function createGo(): Backend {
	const folder = buildFolder();
	return {
		language: "Go",
		async missing() {
			const [, minor = 0] = /go1\.(\d+)/.exec((await run("go", ["version"])) ?? "") ?? [];
			return Number(minor) >= 19 ? null : "Go 1.19 is not installed (Debian: apt-get install golang-go)";
		},
		build: () => compile("go", ["build", "-o", folder.path("api"), "."], "go"),
		start: (settings) => startBackend(folder.path("api"), [], "go", settings),
		remove: folder.remove,
	};
}

/** Where Debian puts Jackson. */
const jackson = ["databind", "core", "annotations"].map((part) => `/usr/share/java/jackson-${part}.jar`);

export function createJava(): Backend {
	const folder = buildFolder();
	const classPath = () => [folder.path(), ...jackson].join(":");
	return {
		language: "Java",
		async missing() {
			const [, major = 0] = /javac (\d+)/.exec((await run("javac", ["-version"])) ?? "") ?? [];
			if (Number(major) >= 17 && jackson.every((jar) => existsSync(jar))) return null;
			return "Java 17 or Jackson is not installed (Debian: apt-get install default-jdk-headless libjackson2-databind-java)";
		},
		build() {
			const sources = ["Server.java", "Sallyport.java", "Published.java"];
			return compile("javac", ["-cp", classPath(), "-d", folder.path(), ...sources], "java");
		},
		// It ends soon, so it would not gain from thorough compilation.
		start: (settings) =>
			startBackend("java", ["-XX:TieredStopAtLevel=1", "-cp", classPath(), "Server"], "java", settings),
		remove: folder.remove,
	};
}
