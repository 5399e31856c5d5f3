import type { RunningServer } from "../lib/processes.ts";
import { PASSWORD } from "../lib/sallyport.ts";
import type { Person, ProtocolName } from "./protocols.ts";

/** What a product hashes passwords with, and so which raw loop is its limit. */
export type Hashing = "argon2id 19 MiB, @node-rs/argon2" | "scrypt 16 MiB, node:crypto";

export interface Subject {
	name: string;
	title: string;
	protocol: ProtocolName;
	hashing: Hashing;
	/** The folder under bench/peers that is installed for it; undefined: it is this repository. */
	source?: string;
	/** What was set other than by default, and what a reader must know to compare. */
	configured: string;
	/** Makes a database with the people in the folder. Rejects with the reason if it does not install or start here. */
	prepare(folder: string): Promise<Deployment>;
}

export interface Deployment {
	version: string;
	/** Each start finds what earlier ones left. */
	start(): Promise<RunningServer>;
	/** Adds so many made-up sessions to its table; it must not run. */
	grow?(sessions: number): Promise<void>;
	close?(): Promise<void>;
}

const person = (username: string): Person => ({ username, password: PASSWORD });
/** All hold credentials that are checked; all but the first log in. */
export const people = [
	person("ada"),
	...["bert", "cleo", "dora", "emil", "fern", "gita", "hugo"].map(person),
] as const;
