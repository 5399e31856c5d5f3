import { after, before, beforeEach } from "node:test";
import type { TestService } from "./service.ts";

/**
 * Instances on one database for the tests of a suite, and a new user for each test: `tellName` gets the name. Returns what moves
 * all clocks on at once.
 */
export function instancesTogether(
	start: () => Promise<[TestService, ...TestService[]]>,
	tellName: (name: string) => void,
): (milliseconds: number) => void {
	let started: [TestService, ...TestService[]];
	let users = 0;
	before(async () => {
		started = await start();
	});
	after(async () => {
		for (const each of started) await each.stop();
	});
	beforeEach(async () => {
		users += 1;
		const name = `user${users}`;
		await started[0].addUser(name);
		tellName(name);
	});
	return (milliseconds) => {
		for (const each of started) each.travel(milliseconds);
	};
}
