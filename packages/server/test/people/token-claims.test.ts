// Proves: token-claims
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { addPerson, administrationOf, claimsIn, logInForToken, renewed } from "../support/people.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const everything = {
	displayName: "Ada Lovelace",
	email: "ada@example.com",
	locale: "en-GB",
	externalId: "17",
	groups: ["staff", "analysts"],
	attributes: { department: "R&D", constructor: "x", secret: "never" },
};
const ofEveryToken = "iss sub aud iat nbf exp jti sid auth_time amr role status".split(" ");
const metadataOf = async (service: TestService) =>
	(await service.visitor().get("/.well-known/oauth-authorization-server")).body ?? {};
const checkOf = async (service: TestService, name: string) =>
	(await service.visitor().get("/api/auth/check", bearerOf(await logInForToken(service, name)))).headers;

describe("without SALLYPORT_TOKEN_CLAIMS", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await addPerson(service, "ada", everything);
	});
	after(() => service.stop());

	it("a token says what it always said, in the same order, whatever is known of its user", async () => {
		const login = await logInForToken(service, "ada");
		for (const answer of [login, await renewed(service, login)])
			assert.deepEqual(Object.keys(claimsIn(answer)), ofEveryToken);
		assert.equal("token_claims_supported" in (await metadataOf(service)), false);
		assert.equal((await checkOf(service, "ada")).get("x-auth-claims"), null);
	});

	it("the session and the check say e-mail address, name and groups all the same", async () => {
		const { body } = await (await service.loggedIn("ada")).get("/api/auth/session");
		assert.deepEqual(
			[body?.displayName, body?.email, body?.groups],
			["Ada Lovelace", "ada@example.com", ["analysts", "staff"]],
		);
		for (const name of ["attributes", "externalId", "locale", "emailVerifiedAt"])
			assert.equal(name in (body ?? {}), false, name);
		const headers = await checkOf(service, "ada");
		const told = ["name", "email", "groups"].map((name) => headers.get(`x-auth-${name}`));
		assert.deepEqual(told, ["Ada%20Lovelace", "ada@example.com", "analysts,staff"]);
		await service.addUser("bob");
		const nothing = await checkOf(service, "bob");
		assert.deepEqual([nothing.get("x-auth-email"), nothing.get("x-auth-groups")], [null, null]);
		const { body: bob } = await (await service.loggedIn("bob")).get("/api/auth/session");
		assert.deepEqual([bob?.email, bob?.groups], [null, []]);
	});
});

describe("SALLYPORT_TOKEN_CLAIMS", () => {
	const listed = ["groups", "preferred_username", "name", "email", "department", "constructor", "team"];
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_TOKEN_CLAIMS: listed.join(",") };
		service = await startTestService({ settings });
		await addPerson(service, "ada", everything);
		await service.addUser("bob");
	});
	after(() => service.stop());

	const said = {
		groups: ["analysts", "staff"],
		preferred_username: "ada",
		name: "Ada Lovelace",
		email: "ada@example.com",
		email_verified: false,
		department: "R&D",
		constructor: "x",
	};

	it("adds what is listed to every token, and nothing else", async () => {
		const login = await logInForToken(service, "ada");
		const visitor = await service.loggedIn("ada");
		const app = await enrol(service, visitor);
		const inTwoSteps = await service.visitor().logIn("ada", ADMIN_PASSWORD, { code: app.next() });
		for (const answer of [inTwoSteps, await renewed(service, inTwoSteps)]) {
			const own = Object.fromEntries(
				Object.entries(claimsIn(answer)).filter(([name]) => ![...ofEveryToken, "acr"].includes(name)),
			);
			assert.deepEqual(own, said);
		}
		assert.equal(claimsIn(login).department, "R&D");
	});

	it("adds for a user of whom nothing is known the names and an empty list of groups", async () => {
		const claims = claimsIn(await logInForToken(service, "bob"));
		const own = Object.keys(claims).filter((name) => !ofEveryToken.includes(name));
		assert.deepEqual(own, ["groups", "preferred_username", "name"]);
		assert.deepEqual(claims.groups, []);
		// No attribute of the name: what an object inherits is none.
		assert.equal(Object.hasOwn(claims, "constructor"), false);
	});

	it("is named in the metadata, and told to gateways", async () => {
		const { token_claims_supported: supported } = await metadataOf(service);
		assert.deepEqual(supported, [
			"groups",
			"preferred_username",
			"name",
			"email",
			"email_verified",
			"department",
			"constructor",
			"team",
		]);
		await addPerson(service, "cleo", { ...everything, externalId: "18" });
		const written = (await checkOf(service, "cleo")).get("x-auth-claims") ?? "";
		const told: unknown = JSON.parse(Buffer.from(written, "base64url").toString());
		assert.deepEqual(told, { ...said, preferred_username: "cleo" });
	});

	it("says that an address is verified once an operator vouches for it, and no longer after another one", async () => {
		const { users } = administrationOf(service);
		const verified = async () => claimsIn(await logInForToken(service, "cleo")).email_verified;
		await users.set("cleo", { emailVerified: true });
		assert.equal(await verified(), true);
		await users.set("cleo", { email: "cleo@example.com", locale: null });
		assert.equal(await verified(), false);
		await users.set("cleo", { email: "cleo@example.org", emailVerified: true });
		assert.equal(await verified(), true);
		await users.set("cleo", { email: null });
		assert.equal(await verified(), undefined);
	});
});

// Proves: profile-size
describe("the largest user", () => {
	const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
	/** As many as there may be, with names as long as they may be, filled up to so many bytes with the groups "[]". */
	function attributesOf(size: number): Record<string, string> {
		const attributes: Record<string, string> = {};
		for (let at = 0; at < 16; at++) attributes[`a${String(at).padStart(31, "_")}`] = "";
		for (const name of Object.keys(attributes))
			attributes[name] = "x".repeat(Math.min(256, size - bytes([]) - bytes(attributes)));
		return attributes;
	}
	// From before there were limits: four bytes for each letter.
	const longest = "𐐨".repeat(254);
	let service: TestService;
	before(async () => {
		const names = Object.keys(attributesOf(1500));
		const SALLYPORT_TOKEN_CLAIMS = ["groups,preferred_username,name,email", ...names].join(",");
		const settings = { ...cheap, SALLYPORT_TOKEN_ALGORITHM: "RS256", SALLYPORT_TOKEN_CLAIMS };
		service = await startTestService({ prefix: "/analytics/and/a/longer/path", settings });
		for (const name of ["ada", longest]) await service.addUser(name);
	});
	after(() => service.stop());

	it("has a token below 4 kB, which every verifier takes", async () => {
		const { users } = administrationOf(service);
		const email = `${"x".repeat(64)}@${"y".repeat(63)}.example`;
		const attributes = attributesOf(1500);
		const displayName = "x".repeat(1800 - 1500 - bytes(["ada", "", email]));
		await users.set("ada", { attributes, email, displayName });
		for (const more of [{ displayName: `${displayName}x` }, { attributes: attributesOf(1501) }])
			await assert.rejects(users.set("ada", more), { code: "limit_exceeded" });
		for (const name of ["ada", longest]) {
			const login = await logInForToken(service, name);
			const token = String(login.body?.token);
			assert.ok(token.length < 4096, `${token.length} characters`);
			assert.equal((await service.visitor().get("/api/auth/check", bearerOf(login))).status, 204);
			assert.equal(decodeJwt(token).preferred_username, name);
		}
	});

	it("whose name alone is long may still get another one, and no e-mail address, group or attribute", async () => {
		const { users, groups } = administrationOf(service);
		await groups.add("staff");
		await users.set(longest, { displayName: longest });
		for (const more of [{ email: "a@b.example" }, { groups: ["staff"] }, { attributes: { a: "b" } }])
			await assert.rejects(users.set(longest, more), { code: "limit_exceeded" });
	});
});
