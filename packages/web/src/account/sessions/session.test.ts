import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedSession } from "@sallyport/client";
import { endOf, inOrder } from "./session.ts";

const session = (id: string, lastSeenAt: string, current = false): ListedSession => ({
	id,
	kind: "cookie",
	current,
	createdAt: lastSeenAt,
	authenticatedAt: lastSeenAt,
	acr: "aal1",
	amr: ["pwd"],
	lastSeenAt,
	expiresAt: lastSeenAt,
	idleExpiresAt: lastSeenAt,
	clientAddress: null,
	userAgent: null,
});

test("this page's session comes first, then the last used", () => {
	const sessions = [
		session("old", "2026-11-20T10:00:00Z"),
		session("new", "2026-11-21T10:00:00Z"),
		session("this", "2026-11-19T10:00:00Z", true),
	];
	assert.deepEqual(
		inOrder(sessions).map((each) => each.id),
		["this", "new", "old"],
	);
});

test("an unused session ends at the earlier of its two ends", () => {
	const earlier = "2026-11-20T10:00:00Z";
	const later = "2026-11-21T10:00:00Z";
	assert.equal(endOf({ expiresAt: later, idleExpiresAt: earlier }), earlier);
	assert.equal(endOf({ expiresAt: earlier, idleExpiresAt: later }), earlier);
});
