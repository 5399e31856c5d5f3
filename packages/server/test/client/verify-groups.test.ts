/** What @sallyport/verify knows of a caller besides the login, and the group that a route requires. */
// Proves: groups-demanded
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspect } from "node:util";
import { protect } from "../../../verify/src/fastify.ts";
import { createVerifier, type Demand, type Verifier } from "../../../verify/src/index.ts";
import { errorKind } from "../../src/platform/errors.ts";
import { stacks } from "../support/api-stacks.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { es, forge, opened, stolenKey } from "../support/forge.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { addPerson, administrationOf, logInForToken } from "../support/people.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { refuses } from "../support/verifier-under-test.ts";

const minute = 60_000;
const claims = { groups: ["analysts", "staff"], name: "Ädä", department: "R&D" };
type Headers = Record<string, string>;

describe("the group that a route requires", () => {
	let service: TestService;
	/** Tokens that name no groups. */
	let silent: TestService;
	let verifier: Verifier;
	const callers: Record<string, Headers> = {};
	/** With other claims, as the service would sign them. */
	let signed: (claims: object) => Headers;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_TOKEN_CLAIMS: "groups,name,department" };
		service = await startTestService({ settings });
		silent = await startTestService({ settings: cheap });
		for (const each of [service, silent]) {
			const { groups, name: displayName, department } = claims;
			await addPerson(each, "ada", { groups, displayName, attributes: { department } });
			await addPerson(each, "bob", { groups: ["staff-of-another-house", "analysts"] });
		}
		const login = await logInForToken(service, "ada");
		callers.token = bearerOf(login);
		callers.cookie = cookieOf(await service.loggedIn("ada"));
		callers["an outsider's token"] = bearerOf(await logInForToken(service, "bob"));
		callers["an outsider's cookie"] = cookieOf(await service.loggedIn("bob"));
		const key = es(await stolenKey(service));
		const token = opened(String(login.body?.token));
		signed = (more) => ({
			authorization: `Bearer ${forge(token.header, { ...token.claims, ...more }, key)}`,
		});
		callers["a token from before"] = signed({ groups: undefined });
		verifier = createVerifier({ issuer: service.baseUrl, clock: service.now, timeout: minute });
	});
	after(async () => {
		verifier.close();
		await service.stop();
		await silent.stop();
	});
	const verify = (headers: Headers = {}, demand?: Demand, by = verifier) =>
		by.verify({ method: "GET", headers }, demand);

	for (const [name, start] of Object.entries(stacks)) {
		it(`lets its members pass, and answers others 403 forbidden with what it takes, with ${name}`, async () => {
			const api = await start(verifier, { group: "staff" });
			try {
				for (const [caller, headers] of Object.entries(callers)) {
					const answer = await fetch(`${api.url}/insights`, { headers });
					if (["token", "cookie"].includes(caller)) assert.equal(answer.status, 200, caller);
					else await assertForbidden(answer);
				}
				assert.equal((await fetch(`${api.url}/insights`)).status, 401);
			} finally {
				await api.stop();
			}
		});
	}

	async function assertForbidden(answer: Response): Promise<void> {
		const { code, title, group } = (await answer.json()) as Record<string, unknown>;
		assert.equal(answer.status, 403);
		assert.deepEqual([code, title, group], ["forbidden", errorKind("forbidden").title, "staff"]);
		const challenge = `Bearer realm="localhost:${service.port}", error="insufficient_scope"`;
		assert.equal(answer.headers.get("www-authenticate"), challenge);
	}

	it("is one of those that the caller is known to be in, beside the claims that the service adds", async () => {
		for (const headers of [callers.token, callers.cookie]) {
			const principal = await verify(headers);
			assert.deepEqual([principal.groups, principal.claims], [claims.groups, claims]);
			assert.throws(() => (principal.groups as string[]).push("admins"), TypeError);
			assert.throws(() => Object.assign(principal.claims, { department: "x" }), TypeError);
		}
		const before = await verify(callers["a token from before"]);
		assert.deepEqual([before.groups, before.claims], [[], { name: "Ädä", department: "R&D" }]);
	});

	it("is required after the authentication that is required too", async () => {
		const both = { acr: "aal2", group: "staff" } as const;
		for (const headers of Object.values(callers))
			await refuses(verify(headers, both), "insufficient_user_authentication");
		const strong = signed({ acr: "aal2", groups: ["analysts"] });
		await refuses(verify(strong, both), "forbidden");
		await verify(signed({ acr: "aal2" }), both);
	});

	it("is in no token of a service that does not add it; a cookie says it all the same", async () => {
		const by = createVerifier({ issuer: silent.baseUrl, clock: silent.now, timeout: minute });
		try {
			const bearer = bearerOf(await logInForToken(silent, "ada"));
			await refuses(verify(bearer, { group: "staff" }, by), "forbidden");
			const { groups, claims: none } = await verify(bearer, {}, by);
			assert.deepEqual([groups, none], [[], {}]);
			const cookie = cookieOf(await silent.loggedIn("ada"));
			assert.deepEqual((await verify(cookie, { group: "staff" }, by)).claims, {});
		} finally {
			by.close();
		}
	});

	it("is asked for again for a cookie at each request, so leaving takes effect at once", async () => {
		const { users } = administrationOf(service);
		await addPerson(service, "cleo", { groups: ["staff"] });
		const cookie = cookieOf(await service.loggedIn("cleo"));
		await verify(cookie, { group: "staff" });
		await users.set("cleo", { groups: [] });
		await refuses(verify(cookie, { group: "staff" }), "forbidden");
	});

	it("is met by no token whose groups are no list of texts", async () => {
		for (const groups of ["staff", { staff: true }, [1], null, ["staff", ["staff"]]])
			await refuses(verify(signed({ groups })), "invalid_token");
	});

	const mistakes = ["", "Staff", "a b", "staff,analysts", ["staff"], null, 1, {}, "x".repeat(49)];
	for (const group of mistakes)
		it(`is refused at the start when no group can be called so: ${inspect(group)}`, () => {
			const error = { name: "TypeError", message: /group is the name of a group/ };
			assert.throws(() => protect(verifier, { group } as Demand), error);
		});
});
