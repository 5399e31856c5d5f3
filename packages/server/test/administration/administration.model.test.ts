// At length: it tries many sequences of steps at random.
/** Over random acts of several admins on two instances, some at the same moment: what must hold after each. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import { madeIn } from "../support/administration-world.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { administrationOf } from "../support/people.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { startTwo, type TwoInstances } from "../support/two-instances.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;

interface Person {
	id: string;
	name: string;
	/** At each of the instances, with the same cookies. */
	visitors: [Visitor, Visitor];
}

type Do = (by: Visitor, target: Person) => Promise<Answer>;

const user = "/api/admin/users";
const acts: Record<string, Do> = {
	disable: (by, { id }) => by.post(`${user}/${id}/disable`),
	enable: (by, { id }) => by.post(`${user}/${id}/enable`),
	promote: (by, { id }) => by.send("PUT", `${user}/${id}/role`, { role: "admin" }),
	demote: (by, { id }) => by.send("PUT", `${user}/${id}/role`, { role: "user" }),
	reset: (by, { id }) => by.post(`${user}/${id}/reset`, { deliver: "link" }),
	delete: (by, { id, name }) => by.post(`${user}/${id}/delete`, { confirm: name }),
};

forEachDatabase("administration, by random acts", (database) => {
	let two: TwoInstances;
	before(async () => {
		two = await startTwo(await database.url(), { ...cheap, SALLYPORT_REAUTHENTICATION_WINDOW: "12h" });
	});
	after(() => two.stop());

	const rows = () => two.instances[0].running.deployment.opened.database;
	let names = 0;

	async function newPerson(role: "user" | "admin"): Promise<Person> {
		const name = `user${names++}`;
		const { id } = await two.instances[0].addUser(name);
		if (role === "admin") await administrationOf(two.instances[0]).users.setRole(name, "admin");
		const [first, second] = two.instances.map((each) => two.at(each)) as [Visitor, Visitor];
		second.cookies = first.cookies;
		const login = await first.logIn(name, ADMIN_PASSWORD, { session: true });
		assert.equal(login.status, 200, login.text);
		second.csrf = first.csrf;
		return { id, name, visitors: [first, second] };
	}

	const stateOf = async ({ id }: Person) =>
		rows().selectFrom("users").select(["role", "disabled_at"]).where("id", "=", id).executeTakeFirst();

	async function assertSound(trace: string): Promise<void> {
		const admins = await rows()
			.selectFrom("users")
			.leftJoin("setup_links", (join) => join.onRef("user_id", "=", "users.id").on("used_at", "is", null))
			.select(["users.id"])
			.where("role", "=", "admin")
			.where("disabled_at", "is", null)
			.where(({ eb, or }) => or([eb("password_hash", "is not", null), eb("setup_links.id", "is not", null)]))
			.execute();
		assert.ok(admins.length > 0, `no admin is left: ${trace}`);
		const stale = await rows()
			.selectFrom("sessions")
			.innerJoin("users", "users.id", "sessions.user_id")
			.select("sessions.id")
			.where("ended_at", "is", null)
			.where("disabled_at", "is not", null)
			.execute();
		assert.deepEqual(stale, [], `a disabled user has a session: ${trace}`);
	}

	const one = fc.record({
		act: fc.constantFrom(...Object.keys(acts)),
		by: fc.nat(2),
		target: fc.nat(2),
		at: fc.nat(1),
	});
	/** Acts at the same moment. */
	const step = fc.array(one, { minLength: 1, maxLength: 2 });
	/** Two admins take each other's login. */
	const mutual = (act: string) => [
		{ act, by: 0, target: 1, at: 0 },
		{ act, by: 1, target: 0, at: 1 },
	];

	it("leaves an admin who can log in, lets former ones do nothing, and records who acted", async () => {
		let earlier: Person[] = [];
		const refused = new Set<string>();
		const property = fc.asyncProperty(fc.array(step, { maxLength: 8, size: "max" }), async (steps) => {
			const people = [await newPerson("admin"), await newPerson("admin"), await newPerson("user")];
			for (const { id } of earlier)
				await administrationOf(two.instances[0])
					.users.remove({ id }, { lastAdmin: true })
					.catch(() => {});
			// What began before this is not of these.
			await administrationOf(two.instances[0])
				.users.setRole("admin", "user", { lastAdmin: true })
				.catch(() => {});
			earlier = people;
			const trace: string[] = [];
			for (const together of steps) {
				trace.push(JSON.stringify(together));
				const before = await Promise.all(people.map(stateOf));
				const known = new Set((await operatorEvents()).map(({ id }) => id));
				const answers = await Promise.all(
					together.map(({ act, by, target, at }) => {
						const [actor, other] = [people[by], people[target]] as [Person, Person];
						return (acts[act] as Do)(actor.visitors[at as 0 | 1], other);
					}),
				);
				await assertSound(trace.join(" "));
				const events = (await operatorEvents()).filter(({ id }) => !known.has(id));
				for (const [index, { status, body, text }] of answers.entries()) {
					const { act, by, target } = together[index] as (typeof together)[number];
					assert.ok(status < 500, `${trace.join(" ")}: ${text}`);
					if (status >= 300) refused.add(String(body?.code));
					const isHarmless = act === "enable" || act === "promote";
					if (status < 300 && !isHarmless) assert.notEqual(by, target, trace.join(" "));
					if (together.length > 1) continue;
					const [actor, other] = [people[by], people[target]] as [Person, Person];
					const mayAct = before[by]?.role === "admin" && before[by]?.disabled_at === null;
					if (!mayAct) assert.ok([401, 403].includes(status), `${trace.join(" ")}: ${text}`);
					if (status >= 300) assert.deepEqual(events, [], trace.join(" "));
					for (const event of events)
						assert.deepEqual([event.actor_id, event.user_id], [actor.id, other.id], trace.join(" "));
				}
			}
		});
		const examples: Array<[Array<ReturnType<typeof mutual>>]> = [
			[[[{ act: "disable", by: 0, target: 0, at: 0 }]]],
			[[mutual("disable")]],
			[[mutual("demote")]],
			[[mutual("delete")]],
			[[mutual("disable"), mutual("enable"), mutual("demote")]],
		];
		await fc.assert(property, { examples, numRuns: 14, interruptAfterTimeLimit: 30_000 });
		// Whether the later of two admins is refused as the last one, or as an admin no more, is up to the moment.
		assert.ok(refused.has("own_account"), [...refused].join());
	});

	it("makes one user of twenty requests with the same Idempotency-Key, at both instances at once", async () => {
		const { id, visitors } = await newPerson("admin");
		const headers = { "idempotency-key": "twenty" };
		const asked = Array.from({ length: 20 }, (_, at) =>
			visitors[(at % 2) as 0 | 1].post(user, { username: `once${names}` }, headers),
		);
		const answers = await Promise.all(asked);
		assert.equal(new Set(answers.map(madeIn)).size, 1);
		assert.equal(answers.filter(({ body }) => body?.setupLink !== null).length, 1);
		const created = rows().selectFrom("audit_events").select("id").where("event", "=", "user_created");
		assert.equal((await created.where("actor_id", "=", id).execute()).length, 1);
	});

	const operatorEvents = () =>
		rows()
			.selectFrom("audit_events")
			.select(["id", "actor_id", "user_id"])
			.where("actor_kind", "=", "admin")
			.where("event", "like", "user%")
			.execute();

	it("lets no session outlive its access key, the key's end, or its user's being disabled", async () => {
		const { users, accessKeys } = administrationOf(two.instances[0]);
		const kinds = ["log in", "log in", "end", "rotate", "disable", "enable", "wait"] as const;
		const command = fc.record({ what: fc.constantFrom(...kinds), which: fc.nat(3), at: fc.nat(1) });
		const accepted = { live: 0, refused: 0 };
		const property = fc.asyncProperty(fc.array(command, { maxLength: 14, size: "max" }), async (commands) => {
			const name = `svc${names++}`;
			const { user: made } = await users.add({ name, kind: "service", role: "user", passwordHash: null });
			const first = await accessKeys.add(name, { name: "job", days: 1 });
			const keys = [{ id: first.key.id, secret: first.secret, csrf: first.key.csrfReference }];
			const sessions: Array<{ keyId: string; headers: Record<string, string> }> = [];
			const trace: string[] = [];
			for (const { what, which, at } of commands) {
				trace.push(`${what} ${which}`);
				const key = keys[which % keys.length] as (typeof keys)[number];
				const visitor = two.at(two.instances[at as 0 | 1]);
				if (what === "log in") {
					const body = { username: name, password: key.secret };
					const login = await visitor.post("/api/auth/login", body, { csrf: `k1.${key.csrf}` });
					if (login.status === 200) sessions.push({ keyId: key.id, headers: bearerOf(login) });
				} else if (what === "end") await accessKeys.end(key.id).catch(() => {});
				else if (what === "rotate") {
					const next = await accessKeys.rotate(key.id, 60 * MINUTE).catch(() => null);
					if (next !== null)
						keys.push({ id: next.key.id, secret: next.secret, csrf: next.key.csrfReference });
				} else if (what === "wait") for (const each of two.instances) each.travel((which + 1) * 20 * MINUTE);
				else await users[what](name);

				const now = two.instances[0].now();
				const of = await rows()
					.selectFrom("access_keys")
					.selectAll()
					.where("user_id", "=", made.id)
					.execute();
				const row = await stateOf({ id: made.id } as Person);
				for (const { keyId, headers } of sessions) {
					const { status } = await visitor.get("/api/auth/session", headers);
					accepted[status === 200 ? "live" : "refused"] += 1;
					if (status !== 200) continue;
					const held = of.find(({ id }) => id === keyId);
					assert.equal(row?.disabled_at, null, trace.join(", "));
					assert.ok(held?.ended_at == null && Number(held?.expires_at) > now, trace.join(", "));
				}
			}
		});
		const logIn = { what: "log in", which: 0, at: 0 } as const;
		const examples: Array<[Array<typeof logIn | { what: "end"; which: number; at: number }>]> = [
			[[logIn, { ...logIn, what: "end" }]],
		];
		await fc.assert(property, { examples, numRuns: 14, interruptAfterTimeLimit: 30_000 });
		assert.ok(accepted.live > 0 && accepted.refused > 0, JSON.stringify(accepted));
	});
});
