import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../lib/processes.ts";
import { createConnection } from "../load/connection.ts";
import { installPeer } from "./install.ts";
import { type ProtocolName, protocols } from "./protocols.ts";
import { type Deployment, people, type Subject } from "./subject.ts";

interface Peer extends Omit<Subject, "prepare" | "protocol"> {
	/** Also the name of its protocol, and the package whose version is shown. */
	source: ProtocolName;
	/** In the folder where it is installed. */
	program: readonly string[];
	environment(folder: string): Record<string, string>;
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
	const environment = (port: number) => ({
		NODE_ENV: "production",
		...peer.environment(folder),
		PORT: String(port),
	});
	const start = () => startServer({ words: inside(peer.program), folder, environment, patience: 3000 });
	{
		await using server = await start();
		using connection = createConnection(server.port);
		for (const person of people) await protocols[peer.source].addUser?.(connection, person);
	}
	const manifest = readFileSync(join(installed.folder, "node_modules", peer.source, "package.json"), "utf8");
	const { version } = JSON.parse(manifest) as { version: string };
	return { version, start };
}
