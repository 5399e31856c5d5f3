import type { Person } from "./protocol.ts";
import type { ProtocolName } from "./protocols.ts";

/** What a product hashes passwords with, and so which raw loop is its limit. */
export type Hashing =
	| "argon2id 19 MiB, @node-rs/argon2"
	| "scrypt 16 MiB, node:crypto"
	| "argon2id 64 MiB, argon2";

export interface Subject {
	name: string;
	title: string;
	protocol: ProtocolName;
	hashing: Hashing;
	/** The folder under bench/peers that is installed for it; undefined: it is this repository. */
	source?: string;
	/** What was set other than by default, and what a reader must know to compare. */
	configured: string;
	/** Lays a database with the people into the folder. Rejects with the reason if it does not install or start here. */
	prepare(folder: string): Promise<Deployment>;
}

export interface Deployment {
	version: string;
	/** Whose packages it uses; undefined: those of this repository. */
	installedIn?: string;
	/** Resolves when it accepts connections; further starts find what earlier ones left. */
	start(): Promise<RunningServer>;
	close(): Promise<void>;
}

export interface RunningServer {
	/** Of the one process that serves. */
	pid: number;
	/** On 127.0.0.1. */
	port: number;
	end(): Promise<void>;
}

const PASSWORD = "brass otter lantern quill";
/** All hold credentials that are checked; all but the first log in. */
export const people: readonly Person[] = ["ada", "bert", "cleo", "dora", "emil", "fern", "gita", "hugo"].map(
	(username) => ({ username, password: PASSWORD }),
);
export const admin: Person = { username: "admin", password: PASSWORD };
