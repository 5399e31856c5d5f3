/** Which access keys a route lets in, by its scope. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { inspect } from "node:util";
import { type Demand, isEnough, isInScope, readDemand } from "./demand.ts";
import type { Principal } from "./principal.ts";

const now = 1_800_000_000_000;
const person: Principal = {
	userId: "a6f2",
	role: "user",
	sessionId: "b7c3",
	kind: "token",
	authenticatedAt: now,
	acr: "aal1",
	amr: ["pwd"],
	groups: [],
	accessKeyId: null,
	scopes: null,
	claims: {},
};
const key: Principal = { ...person, acr: "0", amr: ["key"], accessKeyId: "d9e5" };
const limited = (...scopes: string[]): Principal => ({ ...key, scopes });

const passes = (principal: Principal, demand?: Demand) => isInScope(principal, readDemand(demand));
const routes: Array<Demand | undefined> = [
	undefined,
	{},
	{ scope: undefined },
	{ group: "analysts" },
	{ scope: "reports:read" },
	{ scope: "reports:read reports:write" },
];

it("People and keys without scopes pass at every route, whatever its scope", () => {
	for (const demand of routes)
		for (const principal of [person, key]) assert.ok(passes(principal, demand), inspect(demand));
});

it("A key with scopes passes only where all that is required is among them", () => {
	const passed = (principal: Principal) => routes.map((demand) => passes(principal, demand));
	assert.deepEqual(passed(limited("reports:read")), [false, false, false, false, true, false]);
	assert.deepEqual(passed(limited("reports:write")), [false, false, false, false, false, false]);
	const both = limited("reports:write", "reports:read", "users:read");
	assert.deepEqual(passed(both), [false, false, false, false, true, true]);
	assert.deepEqual(new Set(passed(limited())), new Set([false]));
});

it("A scope is compared as a whole, and by case", () => {
	for (const scope of ["reports", "reports:", "reports:readers", "Reports:read", "constructor"])
		assert.equal(passes(limited("reports:read"), { scope }), false, scope);
});

const mistakes = ["", " ", "a  b", " a", "a ", "a\tb", "a\nb", 'a"b', "a\\b", "ä", ["a"], null, 1, true, {}];
for (const scope of mistakes)
	it(`A route is refused at the start if its scope is ${inspect(scope)}`, () => {
		const message = /^scope is the name of a scope/;
		assert.throws(() => readDemand({ scope } as Demand), { name: "TypeError", message });
	});

it("A route that asks for scopes by another name is refused at the start", () => {
	const message = /acr, maxAge, group and scope, and not scopes/;
	assert.throws(() => readDemand({ scopes: ["a"] } as Demand), { name: "TypeError", message });
});

it("No key is enough where a level or a recent authentication is required, whatever level its token says", () => {
	for (const acr of ["0", "key", "", "aal1", "aal2", "phr"])
		for (const demand of [{ acr: "aal1" }, { maxAge: 60_000 }, { acr: "phr", maxAge: 60_000 }] as const)
			assert.equal(isEnough({ ...key, acr }, readDemand(demand), now), false, `${acr} ${inspect(demand)}`);
	assert.ok(isEnough(key, readDemand({ scope: "reports:read" }), now));
	assert.ok(isEnough(person, readDemand({ acr: "aal1", maxAge: 60_000 }), now));
});
