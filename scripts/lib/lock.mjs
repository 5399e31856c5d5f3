import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs `work` while no other process does under the same file. The file of a process that died keeps none out. */
export async function withLock(file, onWait, work) {
	try {
		writeFileSync(file, String(process.pid), { flag: "wx" });
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		if (isDead(file)) rmSync(file, { force: true });
		else {
			onWait();
			await sleep(250);
		}
		return withLock(file, () => {}, work);
	}
	await work().finally(() => rmSync(file, { force: true }));
}

function isDead(file) {
	try {
		return !process.kill(Number(readFileSync(file, "utf8")), 0);
	} catch (error) {
		return error.code === "ESRCH";
	}
}
