/** A person of the endurance run finds what a service does wrong: here one that has the fault. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { contradictions, type Step } from "../../packages/server/test/support/credential-history.ts";
import type { Call } from "../endurance/call.ts";
import { createPerson } from "../endurance/person.ts";

interface State {
	password: string;
	/** Tokens of live sessions. */
	live: Set<string>;
	/** What the answer to this request is, instead of the right one. */
	instead?: [status: number, body: unknown];
}
/** May change the state before each answer. `paths`: of all requests so far, this one last. */
type Break = (state: State, path: string, paths: readonly string[]) => void;

/** A person and a service that answers like ours, with tokens alone. */
async function meet(t: TestContext, broken: Break) {
	const state: State = { password: "first", live: new Set() };
	const paths: string[] = [];
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
		paths.push(path);
		delete state.instead;
		broken(state, path, paths);
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
		response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const [calls, history]: [Call[], Step[]] = [[], []];
	const person = createPerson("ada", "first", "127.0.0.1", {
		...{ front: port, instances: [port, port, port], calls, history },
	});
	t.after(() => {
		person[Symbol.dispose]();
		server.close();
	});
	return { person, calls, found: () => contradictions(history).join("\n") };
}

const at =
	(wanted: string, ...instead: [status: number, body: unknown]): Break =>
	(state, path) => {
		if (path === wanted) state.instead = instead;
	};
/** At all requests that follow one of that path. */
const after =
	(wanted: string, act: Break): Break =>
	(state, path, paths) => {
		if (paths.slice(0, -1).includes(wanted)) act(state, path, paths);
	};

const faults: Record<string, [broken: Break, found: RegExp]> = {
	"a session that outlives its logout": [after("logout", ({ live }) => live.add("1")), /^session 1 of ada/],
	"a session that outlives a password change": [
		after("password", ({ live }) => live.add("2")),
		/^session 3 of ada/,
	],
	"an old password that opens": [
		after("password", (state) => {
			state.password = "first";
		}),
		/^password 0 of ada/,
	],
	"a new password that is refused": [after("password", at("login", 401, {})), /^password 1 of ada/m],
	"a live session that is refused": [at("session", 401, {}), /^session 1 of ada/],
	"a right password that is refused": [at("login", 401, {}), /^password 0 of ada/],
	"a wrong password that opens": [after("session", at("login", 200, { token: "1" })), /^guess /m],
	"nothing in a sound service": [() => {}, /^$/],
};

for (const [name, [broken, wanted]] of Object.entries(faults))
	test(`a person finds ${name}`, async (t) => {
		const { person, found } = await meet(t, broken);
		const withFirst = async (act: (session: ReturnType<typeof person.sessions>[number]) => Promise<void>) => {
			const [first] = person.sessions();
			if (first !== undefined) await act(first);
		};
		await person.logIn();
		await withFirst(person.check);
		await person.guess();
		await withFirst(person.logOut);
		await person.logIn();
		await withFirst(person.changePassword);
		await person.logIn();
		await person.lookAgain();
		assert.match(found(), wanted);
	});

test("a person finds an answer about another user", async (t) => {
	const { person, calls } = await meet(t, at("session", 200, { username: "ben" }));
	await person.logIn();
	for (const session of person.sessions()) await person.check(session);
	assert.equal(calls.at(-1)?.outcome, "other");
});

test("a person accepts either outcome of a logout or password change that got no clear answer", async (t) => {
	for (const path of ["logout", "password"])
		for (const happened of [true, false]) {
			const { person, found } = await meet(t, (state, now, paths) => {
				if (now === path && paths.filter((each) => each === path).length === 1) {
					state.instead = [503, {}];
					// What the service then does to its state is taken back, or not.
					if (!happened) {
						const { live, password } = state;
						state.live = new Set();
						setImmediate(() => Object.assign(state, { live, password }));
					}
				}
			});
			await person.logIn();
			for (const session of [...person.sessions()])
				await (path === "logout" ? person.logOut(session) : person.changePassword(session));
			await person.logIn();
			await person.lookAgain();
			assert.equal(found(), "", `${path} ${happened ? "happened" : "did not happen"}`);
		}
});
