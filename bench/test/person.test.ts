/** A person of the endurance run finds what a service does wrong: here one that has the fault. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import type { Call } from "../endurance/call.ts";
import { createPerson, type Person } from "../endurance/person.ts";

type Break = (path: string, state: State) => void;
interface State {
	password: string;
	/** Tokens of live sessions. */
	live: Set<string>;
	/** What the answer to the next request is, instead of the right one. */
	instead: [status: number, body: unknown] | null;
}

/** Answers like the service, with tokens alone; `broken` may change its state before each answer. */
async function startService(t: TestContext, broken: Break): Promise<number> {
	const state: State = { password: "first", live: new Set(), instead: null };
	let made = 0;
	const give = () => {
		made += 1;
		state.live.add(String(made));
		return [200, { token: String(made) }] as const;
	};
	const server = createServer(async (request, response) => {
		const path = request.url?.replace("/api/auth/", "") ?? "";
		const body = JSON.parse((await text(request)) || "{}") as Record<string, string>;
		const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
		broken(path, state);
		const answers: Record<string, () => readonly [number, unknown]> = {
			csrf: () => [200, { csrf: "any" }],
			login: () => (body.password === state.password ? give() : [401, {}]),
			session: () => (state.live.has(token) ? [200, { username: "ada" }] : [401, {}]),
			logout: () => [state.live.delete(token) ? 204 : 401, {}],
			password() {
				state.live.clear();
				state.password = body.newPassword ?? "";
				return give();
			},
		};
		const right = answers[path]?.() ?? [404, {}];
		const [status, content] = state.instead ?? right;
		state.instead = null;
		response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => server.close());
	return (server.address() as AddressInfo).port;
}

const at =
	(path: string, act: Break): Break =>
	(now, state) => {
		if (now === path) act(now, state);
	};
/** In all requests after the first of that path. */
const after = (path: string, act: Break): Break => {
	let isLater = false;
	return (now, state) => {
		if (isLater) act(now, state);
		isLater ||= now === path;
	};
};
const answer =
	(...instead: [status: number, body: unknown]): Break =>
	(_path, state) => {
		state.instead = instead;
	};
const revive = (token: string): Break => {
	return (_path, { live }) => void live.add(token);
};
const takeBack: Break = (_path, state) => {
	state.password = "first";
};

/** Until a fault leaves it without a session. */
async function live(person: Person): Promise<void> {
	const first = () => person.sessions()[0] ?? assert.fail("there is no session");
	await person.logIn();
	await person.check(first());
	await person.guess();
	for (const dead of await person.logOut(first())) await person.probe(dead, "front");
	await person.logIn();
	for (const dead of await person.changePassword(first())) await person.probe(dead, "front");
	await person.logIn();
	await person.check(first());
}

const faults: Record<string, [broken: Break, fault: Call["fault"]]> = {
	"a session that outlives its logout": [after("logout", revive("1")), "lost logout"],
	"an old password that opens": [after("password", takeBack), "lost password change"],
	"a session that outlives a password change": [after("password", revive("2")), "lost password change"],
	"a new password that is refused": [after("password", at("login", answer(401, {}))), "lost password change"],
	"a live session that is refused": [at("session", answer(401, {})), "wrong refusal"],
	"a right password that is refused": [at("login", answer(401, {})), "wrong refusal"],
	"a wrong password that opens": [after("session", answer(200, { token: "1" })), "wrong acceptance"],
	"an answer about another user": [at("session", answer(200, { username: "ben" })), "wrong acceptance"],
	"nothing in a sound service": [() => {}, undefined],
};

for (const [name, [broken, fault]] of Object.entries(faults))
	test(`a person finds ${name}`, async (t) => {
		const calls: Call[] = [];
		const front = await startService(t, broken);
		const person = createPerson("ada", "first", "127.0.0.1", { front, instances: [], calls });
		t.after(person.close);
		await live(person).catch((error) => assert.ok(fault, error));
		assert.equal(calls.find((call) => call.fault !== undefined)?.fault, fault);
	});

test("a person finds a disabled user that is let in, and does not judge what may be either", async (t) => {
	const calls: Call[] = [];
	const front = await startService(t, at("logout", answer(503, {})));
	const person = createPerson("ada", "first", "127.0.0.1", { front, instances: [], calls });
	t.after(person.close);
	await person.logIn();
	const [session] = person.sessions();
	assert.ok(session);
	assert.deepEqual(await person.logOut(session), []);
	assert.ok(session.isUnsure, "the logout may have happened");
	person.setDisabled("perhaps");
	await person.logIn();
	person.setDisabled(true);
	await person.logIn();
	assert.deepEqual(
		calls.map(({ fault }) => fault),
		[undefined, undefined, undefined, "lost disabling"],
	);
});
