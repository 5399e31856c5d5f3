/** A challenge opens the operation that it was made for, and nothing else: over all routes, and over all purposes. */
// Proves: challenge-opens-nothing
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, it } from "node:test";
import { answerChallenge, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { makeOverdue } from "../support/enrolment.ts";
import { everyRoute, type Route } from "../support/every-route.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, createCredential } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const secondStep = "/api/auth/login/second-factor";
const reauthenticate = "/api/auth/reauthenticate";
const addition = "/api/auth/factors/passkey";

type Sent = Record<string, unknown>;
type Issue = (person: Person) => Promise<Answer>;

/** A user with a fresh session, and what the user could answer a challenge with. */
interface Person {
	name: string;
	visitor: Visitor;
	/** Right ones, to a challenge of which this is the nonce. */
	answers(asked: unknown): Promise<Answers>;
}
type Answers = Record<"none" | "code" | "passkey" | "offer" | "new passkey", Sent>;

const anyNonce = { challenge: "AAAA", rp: { id: "localhost" } };

onSqlite("a challenge", (database) => {
	let service: TestService;
	let routes: Route[];
	let users = 0;
	before(async () => {
		const limits = { SALLYPORT_ACCOUNT_FAILURES: "1000", SALLYPORT_ADDRESS_FAILURES: "100000" };
		const settings = {
			...cheap,
			...limits,
			SALLYPORT_CSRF_FAILURES: "1000",
			SALLYPORT_SECOND_FACTOR: "everybody",
		};
		service = await startTestService({ databaseUrl: await database.url(), settings });
		routes = await everyRoute(service);
	});
	after(() => service.stop());

	async function newUser(): Promise<{ name: string; visitor: Visitor }> {
		const name = `user${users++}`;
		await service.addUser(name);
		return { name, visitor: await service.loggedIn(name) };
	}

	async function withFactors(): Promise<Person> {
		const { name, visitor } = await newUser();
		const { origin } = new URL(service.baseUrl);
		const passkey = await addPasskey(visitor, { origin });
		const app = await enrol(service, visitor);
		return {
			name,
			visitor,
			async answers(asked) {
				const code = app.next();
				const { body } = await visitor.post("/api/auth/factors/totp");
				const { response } = createCredential({ ...anyNonce, ...(asked ?? {}) }, { origin });
				const made = { none: {}, code: { code }, offer: { offer: body?.offer, code } };
				return {
					...made,
					passkey: { passkey: passkey.get(asked ?? anyNonce) },
					"new passkey": { passkey: response },
				};
			},
		};
	}

	/** Makes a user of whom a factor is required, who has none, and whose time is over. */
	async function overdue(): Promise<Person> {
		const { name, visitor } = await newUser();
		await makeOverdue(service, name);
		const { answers } = await withFactors();
		return { name, visitor, answers };
	}

	it("is worth no more than any other text on any route: as a bearer, a cookie, a CSRF token, or in a body", async () => {
		const { name, answers } = await withFactors();
		const { code, passkey } = await answers(null);
		const visitor = service.visitor();
		const refused = await visitor.logIn(name, ADMIN_PASSWORD, { session: true });
		assertProblem(refused, "second_factor_required");
		const challenge = String(refused.body?.challenge);
		const { cookie: page } = cookieOf(visitor);
		const csrf = visitor.csrf ?? "";
		const ways = (text: string): Array<Record<string, string>> => [
			{ authorization: `Bearer ${text}` },
			{ cookie: `${page}; sallyport-sid=${text}`, csrf },
			{ cookie: page, csrf: text },
			{ cookie: `sallyport-pre=${text}; sallyport-device=${text}`, csrf: text },
			{ cookie: `${page}; sallyport-device=${text}`, csrf },
		];
		/** What became of it, for all headers. */
		const outcomes = async ({ method, path, members, bodyOf }: Route, text: string) => {
			const texts = { challenge: text, token: text, offer: text };
			// With the right code, a login needs no challenge.
			const rest = members.includes("username") ? { username: name } : { ...code, ...passkey };
			const password = members.includes("challenge") ? {} : { password: ADMIN_PASSWORD };
			const given = { ...texts, ...rest, ...password };
			if (members.includes("code") && members.includes("passkey")) delete (given as Sent).passkey;
			const answers = ways(text).map((headers) =>
				service.visitor().request(method, path, { body: bodyOf(given), headers }),
			);
			return (await Promise.all(answers)).map(({ status, body, headers }) => {
				const cookies = headers.getSetCookie().map((line) => line.split("=")[0]);
				return { status, code: body?.code, location: headers.get("location"), cookies };
			});
		};
		const noise = randomBytes(challenge.length).toString("base64url").slice(0, challenge.length);
		for (const route of routes.filter(({ path }) => path !== secondStep)) {
			const told = await outcomes(route, challenge);
			assert.deepEqual(told, await outcomes(route, noise), `${route.method} ${route.path}`);
			const isRefused = told.every(({ status }) => status === 401 || status === 403);
			assert.ok(route.access !== "session" || isRefused, `${route.method} ${route.path}`);
		}
		assert.equal((await answerChallenge(visitor, refused, String(code.code))).status, 200);
	});

	/** All from one page, whose CSRF token they refer to: so that only their purposes differ. */
	const purposes: Array<[what: string, who: () => Promise<Person>, issue: Issue, opens: string[]]> = [
		[
			"a login",
			withFactors,
			({ visitor, name }) => visitor.logIn(name, ADMIN_PASSWORD, { session: true }),
			[`${secondStep} passkey`, `${secondStep} code`],
		],
		[
			"a reauthentication",
			withFactors,
			({ visitor }) => visitor.post(reauthenticate, { password: ADMIN_PASSWORD }),
			[`${reauthenticate} passkey`, `${reauthenticate} code`],
		],
		[
			"a reauthentication by passkey alone",
			withFactors,
			({ visitor }) => visitor.post(`${reauthenticate}/options`),
			[`${reauthenticate} passkey`],
		],
		[
			"a new passkey",
			withFactors,
			({ visitor }) => visitor.post(`${addition}/options`),
			[`${addition} new passkey`],
		],
		[
			"a new passkey of a user whose second factor is overdue",
			overdue,
			({ visitor }) => visitor.post(`${addition}/options`),
			[`${addition} new passkey`],
		],
		[
			"a login by passkey",
			withFactors,
			({ visitor }) => visitor.post("/api/auth/login/passkey/options", {}),
			["/api/auth/login/passkey passkey"],
		],
		[
			"a login in which a factor is added",
			overdue,
			({ visitor, name }) => visitor.logIn(name, ADMIN_PASSWORD, { session: true }),
			[
				"/api/auth/login/totp none",
				"/api/auth/login/totp/activate offer",
				"/api/auth/login/new-passkey/options none",
				"/api/auth/login/new-passkey new passkey",
			],
		],
	];

	/** Every route that takes a challenge, with what it takes besides. */
	const waysToAnswer = () =>
		routes
			.filter(({ members }) => members.includes("challenge"))
			.flatMap(({ path, members }): Array<{ path: string; by: keyof Answers }> => {
				if (members.includes("offer")) return [{ path, by: "offer" }];
				if (path === addition || path.endsWith("/new-passkey")) return [{ path, by: "new passkey" }];
				const found = (["code", "passkey"] as const).filter((name) => members.includes(name));
				return (found.length === 0 ? (["none"] as const) : found).map((by) => ({ path, by }));
			});

	for (const [what, who, issue, opens] of purposes) {
		it(`of ${what} opens nothing else, with whatever it is answered`, async () => {
			const person = await who();
			const { body } = await issue(person);
			const { challenge } = body ?? {};
			const ways = waysToAnswer();
			assert.ok(ways.length >= 8);
			const answers = await person.answers(body?.passkey);
			for (const { path, by } of ways.filter(({ path, by }) => !opens.includes(`${path} ${by}`)))
				assertProblem(await person.visitor.post(path, { challenge, ...answers[by] }), "challenge_invalid");
			const [own = ""] = opens;
			const { path, by } = ways.find(({ path, by }) => own === `${path} ${by}`) ?? assert.fail(own);
			const opened = await person.visitor.post(path, { challenge, ...answers[by] });
			assert.ok(opened.status === 200 || opened.status === 201, opened.text);
		});
	}
});
