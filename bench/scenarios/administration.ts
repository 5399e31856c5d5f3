/**
 * How long an admin waits for a page of each list, with very many users, sessions and events: the first page, one far back,
 * and those of filters that an index finds or does not find. 200 calls of each, one after the other.
 */
import { createVisitor, type Visitor } from "../../packages/server/test/support/visitor.ts";
import { growEvents, growPostgres, growSqlite, HOUR } from "../lib/growing.ts";
import { cheapArgon2id, cheapHashing, deployOn, PASSWORD, withPassword } from "../lib/sallyport.ts";
import { quantile, showNumber } from "../lib/statistics.ts";
import { alignedTable } from "../lib/table.ts";
import { defineScenario } from "../scenario.ts";

const SESSIONS_OF_A_USER = 5;
/** Pages that are gone through before the one far back. */
const DEEP = 50;

const lists: Array<[name: string, address: string]> = [
	["users", "users?"],
	["users, newest first", "users?sort=-createdAt&"],
	["users by prefix", "users?q=grown-user-77&"],
	["users by prefix, newest first", "users?q=grown-user-77&sort=-createdAt&"],
	["admins", "users?role=admin&"],
	["users with two-step login", "users?secondFactor=on&"],
	["users, counted", "users/count?"],
	["users by prefix, counted", "users/count?q=grown&"],
	["sessions", "sessions?"],
	["sessions from an address", "sessions?address=198.51.100.7&"],
	["events", "events?"],
	["warnings", "events?level=warn&"],
	["errors", "events?level=error&"],
	["warnings from an address", "events?level=warn&address=198.51.100.7&"],
	["events of one kind", "events?event=authn_login_fail&"],
	["events of no kind that there is", "events?event=user_renamed&"],
	["groups", "groups?"],
	["access keys", "access-keys?"],
	["mails", "mails?"],
];

/** Milliseconds of each call. */
async function timesOf(admin: Visitor, address: string, calls: number): Promise<number[]> {
	const times: number[] = [];
	for (let call = 0; call < calls; call += 1) {
		const began = performance.now();
		const { status, text } = await admin.get(address);
		times.push(performance.now() - began);
		if (status !== 200) throw new Error(`${address} was answered ${status}: ${text}`);
	}
	return times;
}

/** The address of a page far back; the first one again where there are not so many. */
async function deepPage(admin: Visitor, address: string): Promise<string> {
	let page = address;
	for (let count = 0; count < DEEP; count += 1) {
		const { body } = await admin.get(page);
		if (typeof body?.next !== "string") return page;
		page = `${address}cursor=${body.next}`;
	}
	return page;
}

export const scenario = defineScenario(
	{ users: 200_000, events: 2_000_000, calls: 200, postgres: false },
	async ({ users, events, calls, postgres }) => {
		await using ends = new AsyncDisposableStack();
		const { deployment, place } = await deployOn(ends, { postgres, settings: cheapHashing });
		const first = await deployment.start();
		await deployment.addUsers(withPassword(["someone"], cheapArgon2id));
		await first.end();
		await (postgres ? growPostgres : growSqlite)(place, users * SESSIONS_OF_A_USER, HOUR);
		await growEvents(place, events, users);
		const server = await deployment.start();
		try {
			const admin = createVisitor(`http://localhost:${server.port}`);
			const { status, text } = await admin.logIn("admin", PASSWORD, { session: true });
			if (status !== 200) throw new Error(text);
			const rows = [["page", "p50 ms", "p95 ms", "far back p95"]];
			for (const [name, list] of lists) {
				const address = `/api/admin/${list}`;
				const times = await timesOf(admin, address, calls);
				const deep = await timesOf(admin, await deepPage(admin, address), calls);
				rows.push([
					name,
					...[quantile(times, 0.5), quantile(times, 0.95), quantile(deep, 0.95)].map(showNumber),
				]);
			}
			const sizes = `${postgres ? "PostgreSQL" : "SQLite"}: ${users} users, ${users * SESSIONS_OF_A_USER} sessions, ${events} events, ${calls} calls each`;
			return `${alignedTable(rows)}\n\n${sizes}`;
		} finally {
			await server.end();
		}
	},
);
