/**
 * The network between a service and its PostgreSQL, as it should not be: slow, silent, or cut in the middle of what is
 * being said.
 */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** When the connection breaks: before the server hears the words, or after it has done what they say and before it can tell. */
export type Moment = "unheard" | "unanswered";

export interface Cable {
	/** The same database, through the cable. */
	through(databaseUrl: string): string;
	/** Cuts the connection on which these words are said for the nth time from now on; tells whether that has happened. */
	cutAt(words: string, moment: Moment, nth?: number): () => boolean;
	/** Holds back every piece of what the server says, in milliseconds. */
	slow(milliseconds: number): void;
	/** From now on nothing arrives at either end, on old connections and new ones, without a word why. */
	silence(): void;
	/** New connections are as they should be again; those of before stay silent, as after a cable was pulled. */
	mend(): void;
	close(): void;
}

interface Line {
	near: Socket;
	far: Socket;
	isSilent: boolean;
}

export async function startCable(): Promise<Cable> {
	let target = { host: "127.0.0.1", port: 0 };
	let lateness = 0;
	let isSilent = false;
	let scissors: { words: string; moment: Moment; left: number } | null = null;
	const lines = new Set<Line>();

	/** Statements that were prepared, by the name under which they are said from then on. */
	const prepared = new Map<string, string>();
	function spellOut(said: Buffer): string {
		return said
			.toString("latin1")
			.replaceAll(/(sallyport_[0-9a-f]{32})\0([^\0]*)/g, (all, name: string, text: string) => {
				if (text === "") return `${all}${prepared.get(name) ?? ""}`;
				prepared.set(name, text);
				return all;
			});
	}

	function cut({ near, far }: Line): void {
		near.destroy();
		far.destroy();
	}

	const server: Server = createServer((near) => {
		const line: Line = { near, far: connect(target.port, target.host), isSilent };
		lines.add(line);
		let isCutAtAnswer = false;
		for (const [one, other] of [
			[near, line.far],
			[line.far, near],
		] as const) {
			one.setNoDelay(true).on("error", () => {});
			one.on("close", () => {
				if (!line.isSilent) other.destroy();
			});
		}
		near.on("data", (said: Buffer) => {
			if (line.isSilent) return;
			const spoken = spellOut(said);
			if (scissors !== null && spoken.includes(scissors.words)) {
				scissors.left -= 1;
				if (scissors.left === 0) {
					if (scissors.moment === "unheard") return cut(line);
					isCutAtAnswer = true;
				}
			}
			line.far.write(said);
		});
		let order = Promise.resolve();
		line.far.on("data", (said: Buffer) => {
			if (isCutAtAnswer) return cut(line);
			if (lateness === 0) return line.isSilent || near.write(said);
			order = order.then(() => delay(lateness)).then(() => void (line.isSilent || near.write(said)));
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The cable has no port.");

	return {
		through(databaseUrl) {
			const url = new URL(databaseUrl);
			target = { host: url.hostname, port: Number(url.port) };
			url.hostname = "127.0.0.1";
			url.port = String(address.port);
			return url.href;
		},
		cutAt(words, moment, nth = 1) {
			const own = { words, moment, left: nth };
			scissors = own;
			return () => own.left <= 0;
		},
		slow(milliseconds) {
			lateness = milliseconds;
		},
		silence() {
			isSilent = true;
			for (const line of lines) line.isSilent = true;
		},
		mend() {
			isSilent = false;
		},
		close() {
			server.close();
			for (const line of lines) cut(line);
		},
	};
}
