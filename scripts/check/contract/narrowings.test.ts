/** For each rule a narrowing, which is found, and the same change the other way round, which is allowed. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brokenPromises } from "../contract.ts";
import { answerChanges } from "./answer-changes.ts";
import type { Schema } from "./document.ts";
import { contract, schemaOf } from "./example-contract.ts";
import { narrowings } from "./narrowings.ts";
import { operationChanges } from "./operation-changes.ts";
import { requestChanges } from "./request-changes.ts";

describe("a change of the contract", () => {
	for (const { name, change, narrows, back } of [...operationChanges, ...requestChanges, ...answerChanges]) {
		const changed = contract();
		change(changed);
		it(`${name}: ${narrows ?? "is allowed"}`, () => {
			assert.deepEqual(narrowings(contract(), changed), narrows === null ? [] : [narrows]);
		});
		it(`${name}, taken back: ${back ?? "is allowed"}`, () => {
			assert.deepEqual(narrowings(changed, contract()), back === null ? [] : [back]);
		});
	}
});

describe("a list of types", () => {
	const withMember = (last: Schema) => {
		const changed = contract();
		schemaOf(changed, "Answer").properties.last = last;
		return changed;
	};
	const members = { properties: { at: { type: "string" } }, required: ["at"] };
	const alternatives = withMember({ anyOf: [{ type: "object", ...members }, { type: "null" }] });
	const list = withMember({ type: ["object", "null"], ...members });

	it("is another spelling of alternatives", () => {
		assert.deepEqual(narrowings(alternatives, list), []);
		assert.deepEqual(narrowings(list, alternatives), []);
	});

	it("narrows as alternatives do", () => {
		const other = withMember({
			type: ["object", "null"],
			properties: { at: { type: "integer" } },
			required: ["at"],
		});
		const without = withMember({ type: "object", ...members });
		assert.match(narrowings(alternatives, other).join(), /last: alternative 1 is gone/);
		assert.match(narrowings(alternatives, without).join(), /last: alternative 2 is gone/);
		assert.match(
			narrowings(withMember({ anyOf: [{ type: "object", ...members }] }), list).join(),
			/alternative 2 is new/,
		);
	});
});

describe("the version of the contract", () => {
	const without = (version: string) => {
		const changed = contract();
		changed.info.version = version;
		delete changed.paths["/health"];
		return changed;
	};

	it("a narrowing needs a new first number", () => {
		for (const version of ["1.4.0", "1.4.1", "1.10.0"]) {
			assert.deepEqual(brokenPromises(contract(), without(version)), [
				"GET /health: this operation is gone (promised in 1.4.0; needs version 2.0.0)",
			]);
		}
		assert.deepEqual(brokenPromises(contract(), without("2.0.0")), []);
	});

	it("never falls", () => {
		assert.deepEqual(brokenPromises(contract(), { ...contract(), info: { version: "1.3.9" } }), [
			"the contract is 1.3.9 and was 1.4.0: versions only rise",
		]);
	});

	it("a reference that names nothing is an error, not a promise kept", () => {
		const broken = contract();
		delete broken.components?.schemas?.Answer;
		assert.throws(() => narrowings(contract(), broken), /schemas\/Answer names nothing/);
	});
});
