import { createHash } from "node:crypto";
import {
	linkSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./say.mjs";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"];
const POLL_MS = 150;
/** No install takes this long; a lock this old belongs to a process number that somebody else has by now. */
const ABANDONED_AFTER_MS = 15 * 60_000;
const GUARD_ABANDONED_AFTER_MS = 10_000;

/** Outside of the checkout: an install empties node_modules, and nothing else there is ignored by git. */
function lockPath(root) {
	const name = createHash("sha256").update(realpathSync(root)).digest("hex").slice(0, 16);
	return join(tmpdir(), `sallyport-setup-${name}.lock`);
}

/** A link is made in one step with its content, so nobody ever reads a lock without an owner. */
function take(lock) {
	const own = `${lock}.${process.pid}`;
	writeFileSync(own, String(process.pid));
	try {
		linkSync(own, lock);
		return true;
	} catch (error) {
		if (error.code === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(own, { force: true });
	}
}

/** The process that holds the lock; undefined when nobody does. */
function holder(lock) {
	try {
		return { pid: Number(readFileSync(lock, "utf8")), since: statSync(lock).mtimeMs };
	} catch (error) {
		if (error.code === "ENOENT") return undefined;
		throw error;
	}
}

function isAbandoned({ pid, since }) {
	if (Date.now() - since > ABANDONED_AFTER_MS) return true;
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return error.code === "ESRCH";
	}
}

/** Two waiters may find the same dead owner: the guard lets one look again and remove, never a fresh lock. */
function removeIfAbandoned(lock) {
	const guard = `${lock}.guard`;
	try {
		mkdirSync(guard);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		if (age > GUARD_ABANDONED_AFTER_MS) rmSync(guard, { recursive: true, force: true });
		return;
	}
	try {
		const current = holder(lock);
		if (current && isAbandoned(current)) rmSync(lock, { force: true });
	} finally {
		rmdirSync(guard);
	}
}

/** Runs `work` while no other set-up of the same checkout does. Released when the process ends in any way. */
export async function withLock(root, work) {
	const lock = lockPath(root);
	let told = false;
	while (!take(lock)) {
		const current = holder(lock);
		if (current && isAbandoned(current)) {
			removeIfAbandoned(lock);
			continue;
		}
		if (current && !told) say(`Waiting for another set-up of this checkout (process ${current.pid}) …`);
		told = true;
		await sleep(POLL_MS);
	}
	const release = () => rmSync(lock, { force: true });
	const stop = (signal) => process.exit(128 + constants.signals[signal]);
	process.once("exit", release);
	for (const signal of ENDING) process.once(signal, stop);
	try {
		return await work();
	} finally {
		release();
		process.off("exit", release);
		for (const signal of ENDING) process.off(signal, stop);
	}
}
