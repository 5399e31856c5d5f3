/** `event list --follow` as a process of its own; lines are waited for, never slept for. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { program } from "./command.ts";

export interface ListedEvent {
	id: string;
	time: string;
	event: string;
	level: string;
	username: string | null;
	clientAddress: string | null;
	detail: Record<string, unknown>;
}

const children: ChildProcessByStdio<null, Readable, Readable>[] = [];

export function follow(settings: Record<string, string>, words: string) {
	const { PATH = "" } = process.env;
	const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
		process.execPath,
		[program, "event", "list", "--follow", ...words.split(" ").filter((word) => word !== "--follow")],
		{ cwd: tmpdir(), env: { PATH, ...settings }, stdio: ["ignore", "pipe", "pipe"] },
	);
	children.push(child);
	child.stderr.resume();
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	const ended = once(child, "close").then(([code]) => code as number | null);
	const nextLine = async () => {
		const { value, done } = await lines.next();
		if (done) throw new Error("It has ended.");
		return value;
	};
	return {
		child,
		ended,
		nextLine,
		nextEvent: async () => JSON.parse(await nextLine()) as ListedEvent,
		end(signal: NodeJS.Signals) {
			child.kill(signal);
			return ended;
		},
	};
}

/** At the end of each test that follows. */
export function endFollowing(): void {
	for (const child of children.splice(0)) child.kill("SIGKILL");
}
