import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram, startServer } from "../lib/processes.ts";
import { createConnection } from "../load/connection.ts";
import { installPeer } from "./install.ts";
import { type ProtocolName, protocols } from "./protocols.ts";
import { admin, type Deployment, people, type Subject } from "./subject.ts";

interface Peer extends Omit<Subject, "prepare" | "protocol"> {
	/** Also the name of its protocol, and the package whose version is shown. */
	source: ProtocolName;
	/** In the folder where it is installed. */
	program: readonly string[];
	environment(folder: string): Record<string, string>;
	/** The program that makes the database, if the first start does not. */
	bootstrap?: readonly string[];
}

const secret = randomBytes(32).toString("hex");
const betterAuth = { source: "better-auth", program: ["server.js"] } as const;

const list: Peer[] = [
	{
		...betterAuth,
		name: "better-auth-scrypt",
		title: "better-auth, scrypt",
		hashing: "scrypt 16 MiB, node:crypto",
		configured:
			"Plugins username and bearer on bare node:http, better-sqlite3 with WAL. Its own hashing (scrypt N=16384, r=16, p=1). Its rate limit is off. One login gives both kinds of credential.",
		environment: (folder) => ({ DATA_FOLDER: folder, AUTH_SECRET: secret, PASSWORD_HASH: "scrypt" }),
	},
	{
		...betterAuth,
		name: "better-auth-argon2id",
		title: "better-auth, argon2id",
		hashing: "argon2id 19 MiB, @node-rs/argon2",
		configured: "The same with argon2id at our parameters and by the same library.",
		environment: (folder) => ({ DATA_FOLDER: folder, AUTH_SECRET: secret, PASSWORD_HASH: "argon2id" }),
	},
	{
		name: "express",
		title: "express, passport, jsonwebtoken",
		source: "express",
		hashing: "argon2id 19 MiB, @node-rs/argon2",
		configured:
			"passport-local with argon2id at our parameters and by the same library; express-session in better-sqlite3 with WAL; tokens HS256, checked by signature alone: no row is read, a revoked token stays valid. No rate limit, no csrf, as it comes; an unknown user costs no hash, which tells by time that there is none.",
		program: ["server.js"],
		environment: (folder) => ({ DATA_FOLDER: folder }),
	},
	{
		name: "directus",
		title: "directus",
		source: "directus",
		hashing: "argon2id 64 MiB, argon2",
		configured:
			"SQLite, its own hashing (argon2id, 64 MiB, t=3, p=4), its pressure limiter on, its rate limiter off (both by default); users without a role; isolated-vm, its sandbox of extensions, which no login uses, is left out, since it has to be compiled with the headers of the same Node.",
		program: ["node_modules/directus/cli.js", "start"],
		bootstrap: ["node_modules/directus/cli.js", "bootstrap"],
		environment: (folder) => ({
			HOST: "127.0.0.1",
			DB_CLIENT: "sqlite3",
			DB_FILENAME: join(folder, "data.db"),
			SECRET: secret,
			ADMIN_EMAIL: "admin@example.com",
			ADMIN_PASSWORD: admin.password,
			PUBLIC_URL: "http://127.0.0.1",
			TELEMETRY: "false",
			LOG_LEVEL: "warn",
			EXTENSIONS_PATH: join(folder, "extensions"),
			STORAGE_LOCAL_ROOT: join(folder, "uploads"),
		}),
	},
];

export const peers: Subject[] = list.map((peer) => ({
	...peer,
	protocol: peer.source,
	prepare: (folder) => deploy(peer, folder),
}));

async function deploy(peer: Peer, folder: string): Promise<Deployment> {
	const installed = await installPeer(peer.source);
	if ("problem" in installed) throw new Error(installed.problem);
	const inside = (words: readonly string[]) => [join(installed.folder, words[0] ?? ""), ...words.slice(1)];
	const own = peer.environment(folder);
	if (peer.bootstrap !== undefined) {
		const environment = { ...process.env, ...own };
		await runProgram(process.execPath, inside(peer.bootstrap), { folder, limit: 60_000, environment });
	}
	const environment = (port: number) => ({ NODE_ENV: "production", ...own, PORT: String(port) });
	const start = () => startServer({ words: inside(peer.program), folder, environment, patience: 3000 });
	{
		await using server = await start();
		using connection = createConnection(server.port);
		for (const person of people) await protocols[peer.source].addUser?.(connection, person, admin);
	}
	const manifest = readFileSync(join(installed.folder, "node_modules", peer.source, "package.json"), "utf8");
	const { version } = JSON.parse(manifest) as { version: string };
	return { version, installedIn: installed.folder, start };
}
