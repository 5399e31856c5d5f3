/** Events as they happen, over a connection that stays open. */
// Proves: administration-stream
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request as send } from "node:http";
import { after, it } from "node:test";
import { sql } from "kysely";
import { createAdministrationWorld } from "../support/administration-world.ts";
import { forEachDatabase } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

forEachDatabase("the stream of events", (database) => {
	const world = createAdministrationWorld(database);
	const PATH = "/api/admin/events/stream";
	const open = new Set<IncomingMessage>();
	after(() => {
		for (const each of open) each.destroy();
	});

	interface Message {
		id?: string;
		event?: string;
		data: Record<string, unknown>;
	}

	/** Messages one after the other; `next` waits for one. */
	async function watch(headers: Record<string, string>, query = "") {
		const given = { accept: "text/event-stream", ...headers };
		const sent = send(`${world.service().baseUrl}${PATH}${query}`, { headers: given });
		sent.end();
		const [answer] = (await once(sent, "response")) as [IncomingMessage];
		open.add(answer);
		const chunks = answer.setEncoding("utf8")[Symbol.asyncIterator]() as AsyncIterator<string>;
		let text = "";
		async function next(): Promise<Message | null> {
			while (true) {
				const end = text.indexOf("\n\n");
				if (end === -1) {
					const { value, done } = await chunks.next();
					if (done) return null;
					text += value;
					continue;
				}
				const lines = text.slice(0, end).split("\n");
				text = text.slice(end + 2);
				const members = Object.fromEntries(
					lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/: (.*)/s).slice(0, 2)),
				) as Record<string, string>;
				if (members.data !== undefined)
					return { ...members, data: JSON.parse(members.data) as Record<string, unknown> };
			}
		}
		/** Past those of others. */
		async function nextOf(event: string): Promise<Message> {
			for (let message = await next(); message !== null; message = await next())
				if (message.data.event === event || message.event === event) return message;
			throw new Error("the stream ended");
		}
		return {
			status: answer.statusCode,
			headers: answer.headers,
			next,
			nextOf,
			close: () => answer.destroy(),
		};
	}

	const cookieOf = ({ cookies }: Visitor) => ({
		cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
	});

	it("shows what happens to whom it is asked about, and continues where a watcher left", async () => {
		const { visitor: admin, id: adminId, name } = await world.person("admin");
		const [one, other] = [await world.addUser(), await world.addUser()];
		const stream = await watch(cookieOf(admin), `?event=user_updated&user=${one.id}`);
		assert.equal(stream.status, 200);
		assert.match(String(stream.headers["content-type"]), /^text\/event-stream/);
		assert.match(String(stream.headers["cache-control"]), /no-store.*no-transform/);
		await admin.post(`/api/admin/users/${other.id}/disable`);
		await admin.post(`/api/admin/users/${one.id}/disable`);
		const seen = await stream.next();
		const { event, userId, actorId, actorName, level } = seen?.data ?? {};
		assert.deepEqual(
			[event, userId, actorId, actorName, level],
			["user_updated", one.id, adminId, name, "info"],
		);
		stream.close();

		await admin.post(`/api/admin/users/${one.id}/enable`);
		const again = await watch({ ...cookieOf(admin), "last-event-id": String(seen?.id) }, `?user=${one.id}`);
		const disabled = async () =>
			((await again.nextOf("user_updated")).data.detail as { disabled: boolean }).disabled;
		// The last ten seconds come again.
		assert.deepEqual([await disabled(), await disabled()], [true, false]);
		again.close();
	});

	it("says so when more has happened than it tells of", async () => {
		const { visitor: admin, id } = await world.person("admin");
		const now = world.service().now();
		const stream = await watch({ ...cookieOf(admin), "last-event-id": `${now - 3_600_001}.${id}` });
		assert.equal((await stream.next())?.event, "gap");
		stream.close();
		const later = await watch({ ...cookieOf(admin), "last-event-id": `${now + 31_536_000_000}.${id}` });
		assert.equal(later.status, 200);
		later.close();
		for (const wrong of ["yesterday", `1.${id}x`, `-1.${id}`, "x".repeat(5000)])
			assert.notEqual((await watch({ ...cookieOf(admin), "last-event-id": wrong })).status, 200);
		const refused = await admin.get(PATH, { "last-event-id": "yesterday" });
		assertProblem(refused, "cursor_invalid");
	});

	it("brings hundreds of events of one moment; of more than a thousand the newest, after saying so", async () => {
		const { database: queries } = world.service().running.deployment.opened;
		const stream = await watch((await world.program(["sallyport:events:read"])).headers, "?level=error");
		async function record(count: number) {
			const now = Date.now();
			const rows = Array.from({ length: count }, (_, at) => ({ id: randomUUID(), time: now + at }));
			const whole = rows.map((row) => ({ ...row, event: "access_key_leaked", level: "error", detail: "{}" }));
			await queries.insertInto("audit_events").values(whole).execute();
			return rows.map(({ id }) => id);
		}
		async function readEvents(count: number) {
			const read = [];
			while (read.length < count) read.push(await stream.next());
			return read.map((message) => message?.data.id);
		}
		const one = await record(900);
		assert.deepEqual(await readEvents(900), one);
		const other = await record(1100);
		assert.equal((await stream.next())?.event, "gap");
		assert.deepEqual(await readEvents(1000), other.slice(-1000));
		const last = await record(1);
		assert.deepEqual(await readEvents(1), last);
		stream.close();
	});

	it("ends within seconds for an admin who is one no more, and for a session that was ended", async () => {
		const { visitor, name } = await world.person("admin");
		const { visitor: leaving } = await world.person("admin");
		const [demoted, ended] = [await watch(cookieOf(visitor)), await watch(cookieOf(leaving))];
		await administrationOf(world.service()).users.setRole(name, "user");
		await leaving.post("/api/auth/logout");
		assert.deepEqual((await demoted.nextOf("end")).data, { code: "forbidden" });
		assert.deepEqual((await ended.nextOf("end")).data, { code: "session_ended" });
		while ((await demoted.next()) !== null);
	});

	it("breaks off when it can read no more, and the log says why once", async () => {
		const { logged, running } = world.service();
		const { database } = running.deployment.opened;
		const { headers } = await world.program(["sallyport:events:read"]);
		const stream = await watch(headers, "?level=error");
		await sql`alter table "audit_events" rename to "audit_events_elsewhere"`.execute(database);
		try {
			await assert.rejects(stream.next(), /aborted/);
		} finally {
			await sql`alter table "audit_events_elsewhere" rename to "audit_events"`.execute(database);
		}
		const id = stream.headers["x-request-id"];
		const lines = logged.filter((line) => (line as { requestId?: string }).requestId === id);
		assert.deepEqual(
			lines.map((line) => (line as { code?: string }).code),
			["internal_error"],
		);
		const [{ err }] = lines as [{ err: Error }];
		assert.match(err.message, /audit_events/);
	});

	it("keeps no place for clients that have gone", async () => {
		const { headers } = await world.program(["sallyport:events:read"]);
		const statuses: Array<number | undefined> = [];
		for (let count = 0; count < 15; count++) {
			const stream = await watch(headers, "?level=error");
			statuses.push(stream.status);
			stream.close();
		}
		assert.deepEqual([...new Set(statuses)], [200]);
	});

	// What is kept for a client is no work for the database.
	if (database.dialect === "sqlite")
		it("keeps little for a client that reads nothing, tells it so later, and another one gets every event", async () => {
			const { database: queries } = world.service().running.deployment.opened;
			const open = async () =>
				watch((await world.program(["sallyport:events:read"])).headers, "?level=error");
			const [idle, reader] = [await open(), await open()];
			const event = {
				event: "access_key_leaked",
				level: "error",
				detail: "{}",
				user_agent: "x".repeat(40_000),
			};
			const all: string[] = [];
			// More in all than the kernels hold.
			for (let batch = 0; batch < 6; batch += 1) {
				const ids = Array.from({ length: 150 }, () => randomUUID());
				const rows = ids.map((id) => ({ ...event, id, time: Date.now() }));
				for (const row of rows) await queries.insertInto("audit_events").values(row).execute();
				const seen = new Set<unknown>();
				while (seen.size < ids.length) seen.add((await reader.next())?.data.id);
				assert.deepEqual([...seen].sort(), ids.sort());
				all.push(...ids);
			}
			reader.close();
			const late: Message[] = [];
			for (let message = await idle.next(); message !== null; message = await idle.next()) late.push(message);
			assert.equal(late.at(-1)?.event, "gap");
			assert.ok(late.length < all.length, `${late.length} of ${all.length}`);
		});

	it("opens five streams for one caller, and takes no other method", async () => {
		const { headers } = await world.program(["sallyport:events:read"]);
		const streams = [];
		for (let count = 0; count < 5; count++) streams.push(await watch(headers));
		assert.deepEqual(
			streams.map(({ status }) => status),
			[200, 200, 200, 200, 200],
		);
		const sixth = await world.service().visitor().get(PATH, headers);
		assertProblem(sixth, "overloaded");
		assert.ok(Number(sixth.headers.get("retry-after")) > 0);
		for (const { close } of streams) close();
		const head = await world.service().visitor().request("HEAD", PATH, { headers });
		assert.equal(head.status, 405);
	});
});
