/** What no app, browser or page sends is refused before anything is looked at, on every route that takes it. */
// Proves: factor-malformed
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { makeOverdue, returning } from "../support/enrolment.ts";
import { everyRoute, type Route } from "../support/every-route.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, createCredential } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

type Sent = Record<string, unknown>;

const codes = [
	...[123456, null, true, ["123456"], {}, "", "      ", " - - ", "12345", "1234567", "123456789"],
	// Full-width, Arabic, with a zero-width space, signed, hexadecimal, and with what comes after.
	...["\uff11\uff12\uff13\uff14\uff15\uff16", "\u0661\u0662\u0663\u0664\u0665\u0666", "123\u200b456"],
	...["+12345", "0x1234", "123456\n", "A2345-67890-12345", "12345-67890-1234"],
	`${" ".repeat(59)}123456`,
];
const names = ["", "x".repeat(65), "two\nlines", "\u0000", "a\u007f", "a\u0085b", 5, null];

onSqlite("what is malformed", (database) => {
	let service: TestService;
	let routes: Route[];
	let user: Visitor;
	/** Right in form, and of no use. */
	let good: Sent;
	let newPasskey: Sent;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		routes = (await everyRoute(service)).filter(({ path }) => path.startsWith("/api/auth/"));
		for (const name of ["ada", "plain"]) await service.addUser(name);
		user = await service.loggedIn("ada");
		const { origin } = new URL(service.baseUrl);
		const passkey = await addPasskey(user, { origin });
		await enrol(service, user);
		const asked = { challenge: "AAAA", rp: { id: "localhost" } };
		newPasskey = createCredential(asked, { origin }).response;
		good = { challenge: "AAAA", code: "123456", passkey: passkey.get(asked) };
	});
	after(() => service.stop());

	const taking = (...members: string[]) =>
		routes.filter((route) => members.every((member) => route.members.includes(member)));
	const isNew = ({ path }: Route) =>
		["/api/auth/factors/passkey", "/api/auth/login/new-passkey"].includes(path);
	/** As a client would send it that means one of the ways to use the route. */
	function bodyOf(route: Route, given: Sent): Sent {
		const { code, passkey, ...rest } = good;
		const answer = route.members.includes("passkey") && !("code" in given) ? { passkey } : { code };
		const own = isNew(route) ? { passkey: newPasskey } : {};
		return route.bodyOf({ ...rest, ...answer, ...own, ...given }) ?? {};
	}
	const send = ({ method, path }: Route, body: unknown, by = user): Promise<Answer> =>
		by.send(method, path.replace(/x$/, "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"), body);

	/** A user who may add a factor in a login, in the middle of it. */
	async function overdue(): Promise<{ by: Visitor; more: Sent }> {
		await service.addUser("late");
		const known = await service.loggedIn("late");
		await makeOverdue(service, "late");
		const by = returning(service, known);
		const { body } = await by.logIn("late", ADMIN_PASSWORD, { session: true });
		const { challenge } = body ?? {};
		const offered = await by.post("/api/auth/login/totp", { challenge });
		return { by, more: { challenge, offer: offered.body?.offer } };
	}

	/** What is counted, hashed or put on record for it. */
	async function traces() {
		const { hasher, deployment } = service.running;
		const { database: queries } = deployment.opened;
		const attempts = await queries.selectFrom("attempts").selectAll().orderBy("key").execute();
		const failed = queries.selectFrom("audit_events").select("id").where("event", "like", "authn%fail%");
		return { hashes: hasher.hashesDone(), attempts, failed: await failed.execute() };
	}

	it("as a code is refused for every user alike, and nothing is hashed, counted or recorded", async () => {
		const offered = await user.post("/api/auth/factors/totp");
		const late = await overdue();
		const ways = taking("code").flatMap((route): Array<{ route: Route; by: Visitor; more: Sent }> => {
			if (route.path.startsWith("/api/auth/login/totp")) return [{ route, ...late }];
			if (!route.members.includes("username"))
				return [{ route, by: user, more: { offer: offered.body?.offer } }];
			const users = ["ada", "plain", "unknown"];
			return users.map((username) => ({ route, by: user, more: { username, password: ADMIN_PASSWORD } }));
		});
		const before = await traces();
		for (const { route, by, more } of ways)
			for (const code of codes) {
				const answer = await send(route, bodyOf(route, { ...more, code }), by);
				assert.equal(answer.body?.code, "validation_failed", `${route.path} ${JSON.stringify(code)}`);
			}
		assert.deepEqual(await traces(), before);
	});

	it("as a challenge opens nothing, whatever its letters, and is refused by its form if it is no text", async () => {
		for (const route of taking("challenge")) {
			const sent = (challenge: unknown) => send(route, bodyOf(route, { challenge }));
			for (const challenge of ["A", "AAAA=", "AA+/", "\u0410\u0411", "A".repeat(1024), "A".repeat(1028)])
				assertProblem(await sent(challenge), "challenge_invalid");
			for (const challenge of ["", 7, null]) assertProblem(await sent(challenge), "validation_failed");
			assertProblem(await sent("A".repeat(1_000_000)), "body_too_large");
		}
	});

	it("as a passkey is refused: padded, of more than 8 kB, or with a member __proto__", async () => {
		const found = taking("passkey");
		assert.equal(found.length, 5);
		for (const route of found) {
			const body = bodyOf(route, {});
			assertProblem(await send(route, body), "challenge_invalid");
			const passkey = body.passkey as { response: Record<string, string> };
			const large = { ...passkey, clientExtensionResults: { x: "x".repeat(8192) } };
			assertProblem(await send(route, { ...body, passkey: large }), "validation_failed");
			for (const part of Object.keys(passkey.response).filter((name) => /JSON|Data|sig|Obj/.test(name))) {
				const response = { ...passkey.response, [part]: `${passkey.response[part]}=` };
				const padded = await send(route, { ...body, passkey: { ...passkey, response } });
				assertProblem(padded, "validation_failed");
			}
			const poisoned = JSON.stringify(body).replace(/"clientExtensionResults":\{/, '$&"__proto__":{},');
			assertProblem(await send(route, poisoned.replace(",}", "}")), "validation_failed");
		}
	});

	it("as an answer is refused: a code and a passkey at once, or neither", async () => {
		const found = taking("challenge", "code", "passkey");
		assert.equal(found.length, 2);
		for (const route of found)
			for (const body of [good, { challenge: "AAAA" }])
				assertProblem(await send(route, body), "validation_failed");
	});

	it("as a name is refused: none, one of 65 characters, or one with terminal escapes", async () => {
		const found = taking("name");
		assert.equal(found.length, 5);
		for (const route of found) {
			for (const name of names)
				assert.equal((await send(route, bodyOf(route, { name }))).status, 400, JSON.stringify(name));
			const well = await send(route, bodyOf(route, { name: "\u{1f511}".repeat(64) }));
			assert.notEqual(well.status, 400, well.text);
		}
	});
});
