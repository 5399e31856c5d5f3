import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readProfile } from "./read-profile.ts";

const parse = (json: string) => JSON.parse(json) as object;

describe("what is said of a user", () => {
	it("is read member by member; what is missing stays", () => {
		assert.deepEqual(readProfile({}), {});
		const given = {
			displayName: "Ada Lovelace 👩‍💻",
			email: "Ada@EXAMPLE.com",
			emailVerified: true,
			locale: "DE-at",
			externalId: "CN=ada,OU=people",
			groups: ["staff", "a", "staff"],
			attributes: { department: "R&D", constructor: "x", gone: null },
			username: "not part of it",
		};
		assert.deepEqual(readProfile(given), {
			displayName: "Ada Lovelace 👩‍💻",
			email: "Ada@example.com",
			emailVerified: true,
			locale: "de-AT",
			externalId: "CN=ada,OU=people",
			groups: ["a", "staff"],
			attributes: { department: "R&D", constructor: "x", gone: null },
		});
		const nothing = { email: null, locale: null, externalId: null, groups: [], attributes: {} };
		assert.deepEqual(readProfile(nothing), nothing);
	});

	const bad: Record<string, unknown[]> = {
		displayName: [
			"",
			" ",
			null,
			1,
			["Ada"],
			"\u202eadA",
			"A\u200bda",
			"a\u2028b",
			"a\nb",
			"a\u0000b",
			"\ud800",
			"x".repeat(255),
		],
		email: ["", "ada", ["ada@example.com"], { toString: "ada@example.com" }, 1, true, "a@b.c\r\nX: y"],
		emailVerified: ["true", 1, null],
		locale: ["", "e", "de_DE", 1, ["de"], "x".repeat(36), "de\r\n"],
		externalId: ["", " x", "x ", 1, "a\tb", "\u2066x", "x\u2060", "x".repeat(256)],
		groups: [
			"staff",
			null,
			[1],
			[["staff"]],
			[""],
			["Staff"],
			["-staff"],
			["a b"],
			["a,b"],
			["stäff"],
			["ѕtaff"],
			["x".repeat(49)],
			["__proto__"],
		],
		attributes: [
			null,
			"x",
			["x"],
			parse('{"__proto__":"x"}'),
			parse('{"__proto__":{"admin":"true"}}'),
			{ Department: "x" },
			{ "": "x" },
			{ "a-b": "x" },
			{ _a: "x" },
			{ ["x".repeat(33)]: "x" },
			{ a: 1 },
			{ a: ["x"] },
			{ a: { b: "x" } },
			{ a: "x\u0007" },
			{ a: "\u202ex" },
			{ a: "x\ufeff" },
			{ a: "x".repeat(257) },
		],
	};
	for (const [member, values] of Object.entries(bad))
		for (const value of values)
			it(`is refused: ${member} ${JSON.stringify(value)?.slice(0, 40)}`, () => {
				const read = readProfile({ [member]: value });
				assert.ok("mistake" in read, JSON.stringify(read));
				assert.equal(read.member, member);
			});

	it("is not taken from what an object inherits", () => {
		assert.deepEqual(readProfile(Object.create({ email: "eve@example.com" })), {});
	});
});
