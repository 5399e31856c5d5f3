import { appendFileSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other process does under the same file, which holds the number of this process and of those that it
 * notes. The file of processes that all died keeps none out. `onWait` is called once, with the numbers that are waited for.
 */
export async function withLock(file, onWait, work) {
	const own = `${process.pid} `;
	for (let reported = false; !take(file, own); ) {
		if (removeDead(file)) continue;
		if (!reported) onWait(read(file).trim());
		reported = true;
		await sleep(250);
	}
	await work().finally(() => {
		if (read(file).startsWith(own)) rmSync(file);
	});
}

/** For as long as it lives, the lock holds: a child may outlive a process that is killed. */
export const noteChild = (file, { pid }) => pid && appendFileSync(file, `${pid} `);

function take(file, own) {
	try {
		writeFileSync(file, own, { flag: "wx" });
		return true;
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		return false;
	}
}

/** One process at a time looks and removes, so that none removes the lock of one that came in between. */
function removeDead(file) {
	const guard = `${file}.removal`;
	try {
		mkdirSync(guard);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		return false;
	}
	try {
		const processes = read(file).split(" ").filter(Boolean);
		const isDead = processes.length > 0 && processes.every(hasEnded);
		if (isDead) rmSync(file);
		return isDead;
	} finally {
		rmdirSync(guard);
	}
}

function read(file) {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if (error.code !== "ENOENT") throw error;
		return "";
	}
}

function hasEnded(pid) {
	try {
		return !process.kill(Number(pid), 0);
	} catch (error) {
		return error.code === "ESRCH";
	}
}
