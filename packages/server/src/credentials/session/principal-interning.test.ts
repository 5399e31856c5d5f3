import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describePrincipal } from "../../operations/session/describe-session.ts";
import { createPrincipalInterning } from "./principal-interning.ts";
import type { SessionRow } from "./session-store.ts";

const row: SessionRow = {
	id: "0b0f7cb4-6f7c-4d53-9d3f-1f5f0a5d3c55",
	userId: "519f335c-4e57-45ee-a84f-8fc10d3dbfd3",
	kind: "token",
	csrfReference: "reference",
	secretHash: null,
	createdAt: 1,
	amr: "pwd",
	authenticatedAt: 2,
	lastSeenAt: 3,
	expiresAt: 4,
	idleExpiresAt: 5,
	endedAt: null,
	endReason: null,
	absoluteLimit: null,
	idleLimit: null,
	tokensUntil: null,
	access_key_id: null,
	role_ceiling: null,
	scope: null,
	previous_login_at: 6,
	previous_login_address: null,
	failed_logins: 0,
	failed_second_factors: 0,
	status_list: "list",
	status_index: 8,
	username: "ada",
	displayName: "Ada",
	role: "user",
	email: "ada@example.com",
	emailVerifiedAt: 9,
	locale: null,
	groups: "[]",
	attributes: "{}",
	disabledAt: null,
};
/** Of columns that are read as JSON, or as words. */
const others: Partial<SessionRow> = { scope: "reports:read", groups: '["a"]', attributes: '{"a":"b"}' };

describe("the principal of a row", () => {
	it("is the one that the same row made before", () => {
		const principalOf = createPrincipalInterning();
		assert.equal(principalOf({ ...row }), principalOf({ ...row }));
	});

	for (const column of Object.keys(row) as Array<keyof SessionRow>) {
		it(`is another one once ${column} differs`, () => {
			const principalOf = createPrincipalInterning();
			const before = principalOf({ ...row });
			const changed = {
				...row,
				[column]: others[column] ?? (typeof row[column] === "string" ? `${row[column]}!` : 10),
			} as SessionRow;
			const now = principalOf(changed);
			assert.notEqual(now, before);
			assert.deepEqual(now, createPrincipalInterning()(changed));
			assert.equal(principalOf(changed), now);
		});
	}

	it("cannot be changed by a caller that shares it", () => {
		const { user, session } = createPrincipalInterning()({ ...row });
		assert.throws(() => Object.assign(user, { role: "admin" }), TypeError);
		assert.throws(() => Object.assign(session, { endedAt: null }), TypeError);
		for (const part of [session.previousLogin, session.statusListEntry])
			assert.throws(() => Object.assign(part as object, { at: 0, index: 0 }), TypeError);
	});

	it("cannot be changed through its description either", () => {
		const told = describePrincipal(createPrincipalInterning()({ ...row }));
		for (const part of [told, told.session, told.lastLogin])
			assert.throws(() => Object.assign(part as object, { id: "", at: "" }), TypeError);
	});

	it("is forgotten when too many others were asked for", () => {
		const principalOf = createPrincipalInterning(2);
		const before = principalOf({ ...row });
		for (const id of ["one", "two"]) principalOf({ ...row, id });
		assert.notEqual(principalOf({ ...row }), before);
		assert.deepEqual(principalOf({ ...row }), before);
	});
});
