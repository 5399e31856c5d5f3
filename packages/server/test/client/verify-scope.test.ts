/** Which access keys @sallyport/verify lets in: a key that is limited to scopes, only where they are asked for. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createVerifier, type Demand, type Verifier } from "../../../verify/src/index.ts";
import { errorKind } from "../../src/platform/errors.ts";
import { stacks } from "../support/api-stacks.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { es, forge, opened, stolenKey } from "../support/forge.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { administrationOf, logInForToken } from "../support/people.ts";
import { addProgram, bearerOfProgram, type ProgramKey, SCOPES } from "../support/program-key.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses } from "../support/verifier-under-test.ts";

const minute = 60_000;
const [read = "", write = ""] = SCOPES.split(" ");
const unlimited = ["token", "cookie", "key"];
type Headers = Record<string, string>;

const routes: Array<{ demand: Demand | undefined; pass: string[] }> = [
	{ demand: undefined, pass: unlimited },
	{ demand: {}, pass: unlimited },
	{ demand: { scope: read }, pass: [...unlimited, "reader", "both"] },
	{ demand: { scope: write }, pass: [...unlimited, "both"] },
	{ demand: { scope: `${write} ${read}` }, pass: [...unlimited, "both"] },
	{ demand: { scope: "users:read" }, pass: unlimited },
];

describe("The scope that a route requires", () => {
	let service: TestService;
	let verifier: Verifier;
	let reader: ProgramKey;
	const callers: Record<string, Headers> = {};
	/** A token of the reader with other claims, as the service would sign them. */
	let signed: (claims: object) => Headers;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_SCOPES: SCOPES } });
		await service.addUser("ada");
		reader = await addProgram(service, "reader", [read]);
		callers.token = bearerOf(await logInForToken(service, "ada"));
		callers.cookie = cookieOf(await service.loggedIn("ada"));
		callers.key = await bearerOfProgram(service, await addProgram(service, "unlimited"));
		callers.reader = await bearerOfProgram(service, reader);
		callers.both = await bearerOfProgram(service, await addProgram(service, "both", [read, write]));
		const key = es(await stolenKey(service));
		const token = opened(callers.reader.authorization?.slice("Bearer ".length) ?? "");
		signed = (more) => ({
			authorization: `Bearer ${forge(token.header, { ...token.claims, ...more }, key)}`,
		});
		verifier = createVerifier({ issuer: service.baseUrl, clock: service.now, timeout: minute });
	});
	after(async () => {
		verifier.close();
		await service.stop();
	});
	const verify = (headers: Headers = {}, demand?: Demand) =>
		verifier.verify({ method: "GET", headers }, demand);

	const realm = () => `Bearer realm="localhost:${service.port}"`;
	const challengeOf = (scope: string | undefined) =>
		`${realm()}, error="insufficient_scope"${scope === undefined ? "" : `, scope="${scope}"`}`;

	for (const [name, start] of Object.entries(stacks))
		for (const { demand, pass } of routes)
			it(`An API of ${name} lets in only ${pass.join(", ")} where it requires ${JSON.stringify(demand)}`, async () => {
				const api = await start(verifier, demand);
				try {
					for (const [caller, headers] of Object.entries(callers)) {
						const answer = await fetch(`${api.url}/insights`, { headers });
						if (pass.includes(caller)) assert.equal(answer.status, 200, caller);
						else await assertOutOfScope(answer, demand?.scope);
					}
					assert.equal((await fetch(`${api.url}/insights`)).status, 401);
				} finally {
					await api.stop();
				}
			});

	async function assertOutOfScope(answer: Response, scope: string | undefined): Promise<void> {
		const { code, title, message } = (await answer.json()) as Record<string, unknown>;
		const kind = errorKind("insufficient_scope");
		assert.deepEqual(
			[answer.status, code, title, message],
			[kind.status, "insufficient_scope", kind.title, kind.message],
		);
		assert.equal(answer.headers.get("www-authenticate"), challengeOf(scope));
	}

	it("The service answers a gateway as the verifier does", async () => {
		for (const { demand, pass } of routes) {
			const query = demand?.scope === undefined ? "" : `?scope=${encodeURIComponent(demand.scope)}`;
			for (const [caller, headers] of Object.entries(callers)) {
				const { status, headers: told } = await service.visitor().get(`/api/auth/check${query}`, headers);
				assert.equal(status, pass.includes(caller) ? 204 : 403, `${caller} ${query}`);
				if (status !== 403) continue;
				const challenge = told.get("www-authenticate") ?? "";
				if (demand?.scope === undefined) assert.match(challenge, /error="insufficient_scope"/);
				else assert.equal(challenge, challengeOf(demand.scope));
			}
		}
	});

	it("A caller is known by the access key and its scopes, and they are no claims of the user", async () => {
		const known = async (caller: string) => {
			const { accessKeyId, scopes, claims, acr, amr } = await verify(callers[caller], { scope: read });
			return { accessKeyId, scopes, claims, acr, amr };
		};
		const person = { accessKeyId: null, scopes: null, claims: {}, acr: "aal1", amr: ["pwd"] };
		assert.deepEqual(await known("token"), person);
		assert.deepEqual(await known("cookie"), person);
		const program = { claims: {}, acr: "0", amr: ["key"] };
		assert.deepEqual(await known("reader"), { ...program, accessKeyId: reader.id, scopes: [read] });
		const { accessKeyId, ...unlimited } = await known("key");
		assert.deepEqual([typeof accessKeyId, unlimited], ["string", { ...program, scopes: null }]);
	});

	it("A key never meets a level or a recent authentication, whatever its scopes", async () => {
		const older = signed({ acr: undefined });
		assert.equal((await verify(older, { scope: read })).acr, "0");
		for (const headers of [callers.key, callers.reader, older, signed({ acr: "phr" })])
			for (const demand of [{ acr: "aal1" }, { maxAge: 20 * minute }] as const)
				await refuses(verify(headers, { ...demand, scope: read }), "insufficient_user_authentication");
	});

	it("A cookie session that is limited as a key is gets in as its token would, and nowhere else", async () => {
		await service.addUser("eve");
		const limited = cookieOf(await service.loggedIn("eve"));
		const { database } = service.running.deployment.opened;
		const { id } = await database
			.selectFrom("users")
			.select("id")
			.where("username", "=", "eve")
			.executeTakeFirstOrThrow();
		const ofKey = { access_key_id: reader.id, scope: read };
		await database.updateTable("sessions").set(ofKey).where("user_id", "=", id).execute();
		const { accessKeyId, scopes } = await verify(limited, { scope: read });
		assert.deepEqual([accessKeyId, scopes], [reader.id, [read]]);
		for (const demand of [undefined, { scope: write }, { scope: `${write} ${read}` }])
			await refuses(verify(limited, demand), "insufficient_scope");
		await refuses(verify(limited, { acr: "aal1", scope: read }), "insufficient_user_authentication");
		// What is no list of scopes must not become a caller without limits.
		const misspelt = database.updateTable("sessions").set({ scope: `${read}  ${write}` });
		await misspelt.where("user_id", "=", id).execute();
		await refuses(verify(limited, { scope: read }), "service_unavailable");
	});

	it("A scope is asked for before a group, and neither replaces the other", async () => {
		await refuses(verify(callers.reader, { group: "analysts" }), "insufficient_scope");
		await refuses(verify(callers.reader, { group: "analysts", scope: read }), "forbidden");
		const member = signed({ groups: ["analysts"] });
		await refuses(verify(member, { group: "analysts", scope: write }), "insufficient_scope");
		await verify(member, { group: "analysts", scope: read });
	});

	it("A token whose key or scope is of another type is none of the service", async () => {
		for (const claims of [
			{ access_key: 1 },
			{ access_key: null },
			{ scope: null },
			{ scope: "" },
			{ scope: [read] },
		])
			await refuses(verify(signed(claims), { scope: read }), "invalid_token");
	});

	it("A token for another audience than the verifier's is refused, and the log says which it has", async () => {
		const reports: unknown[] = [];
		const { baseUrl: issuer, now: clock } = service;
		const report = (cause: unknown) => void reports.push(cause);
		const other = createVerifier({ issuer, clock, timeout: minute, audience: "my-api", report });
		await refuses(other.verify({ method: "GET", headers: callers.token ?? {} }), "invalid_token");
		other.close();
		assert.deepEqual(reports.map(String), [
			`Error: Its tokens are for ${issuer}, and this verifier expects my-api: set audience.`,
		]);
	});

	it("A raw key as a bearer token is refused with the advice to log in, without a request to the service", async () => {
		const watched = createVerifierUnderTest(service);
		try {
			const error = await refuses(watched.verify(reader.accessKey), "invalid_token");
			assert.match(error.message, /Log in with it first/);
			assert.ok(!error.message.includes(reader.accessKey));
			assert.deepEqual(watched.asked, []);
		} finally {
			watched.close();
		}
	});

	it("A token of a key is refused within ten seconds after the key has ended", async () => {
		const watched = createVerifierUnderTest(service);
		try {
			const program = await addProgram(service, "leaving");
			const token = (await bearerOfProgram(service, program)).authorization.slice("Bearer ".length);
			await watched.verify(token);
			await administrationOf(service).accessKeys.end(program.id);
			await watched.pass(10_000);
			await refuses(watched.verify(token), "session_ended");
		} finally {
			watched.close();
		}
	});
});
