/** The table of events, held against the source, against docs/events.md, and against the schemas that it maps to. */
// Proves: audit-log
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { events } from "../../../../scripts/generate/events.ts";
import type { EventKind } from "../../src/platform/audit/event-kind.ts";
import { auditEvents } from "../../src/platform/audit/events.ts";
import { wordsIn } from "../support/words.ts";

const root = join(import.meta.dirname, "../../../..");
const kinds = Object.entries<EventKind>(auditEvents);

/** Expected event types by category, from the ECS reference. */
const ecsTypes: Record<string, string[]> = {
	api: [
		"access",
		"admin",
		"allowed",
		"change",
		"creation",
		"deletion",
		"denied",
		"end",
		"info",
		"start",
		"user",
	],
	authentication: ["start", "end", "info"],
	configuration: ["access", "change", "creation", "deletion", "info"],
	email: ["info"],
	iam: ["admin", "change", "creation", "deletion", "group", "info", "user"],
	intrusion_detection: ["allowed", "denied", "info"],
	process: ["access", "change", "end", "info", "start"],
	session: ["start", "end", "info"],
	web: ["access", "error", "info"],
};

describe("the table of events", () => {
	it("has no name that is never recorded", () => {
		const sources = globSync("packages/server/src/**/*.ts", { cwd: root })
			.filter((path) => !path.endsWith("events.ts") && !path.endsWith(".test.ts"))
			// Unions of names are types, which record nothing.
			.map((path) => readFileSync(join(root, path), "utf8").replace(/^\t\| "\w+";?$/gm, ""));
		const unused = kinds.filter(([name]) => !sources.some((source) => source.includes(`"${name}"`)));
		assert.deepEqual(
			unused.map(([name]) => name),
			[],
		);
	});

	it("is what docs/events.md says", () => {
		assert.equal(readFileSync(join(root, "docs/events.md"), "utf8"), events(), "run: npm run generate");
	});

	it("names no detail like a field of the log line, which would hide one of the two", () => {
		const documented = [...events().matchAll(/^\| `(\w+)` \| [^|]+ \|$/gm)].map(([, name]) => name ?? "");
		assert.ok(documented.includes("client_address"));
		for (const [name, { detail }] of kinds)
			for (const member of Object.keys(detail)) {
				assert.equal([...documented, "err", "message"].includes(member), false, `${name}: ${member}`);
			}
	});

	it("lets no client cause an error, which is to wake a person, but by the key of a passkey, or a right access key", () => {
		const errors = kinds.filter(([, { level }]) => level === "error");
		assert.deepEqual(
			errors.map(([name, { actor }]) => [name, actor]),
			[
				["authn_passkey_clone", "unknown"],
				["access_key_leaked", "unknown"],
				["admin_alarm", "system"],
				["signing_key_compromised", "system"],
				["sealing_key_compromised", "system"],
				["sys_crash", "system"],
			],
		);
	});

	it("is in words in the console, each event and each reason", () => {
		const { events: names = {}, reasons = {} } = wordsIn.en?.consoleEventTexts ?? {};
		assert.deepEqual(Object.keys(names).sort(), kinds.map(([name]) => name).sort());
		const given = kinds.flatMap(([, { detail }]) => detail.reason ?? []).map(String);
		assert.ok(given.includes("wrong_password") && given.includes("by_admin"));
		for (const reason of given) assert.ok(Object.hasOwn(reasons, reason), reason);
	});

	it("maps to types that ECS expects in the category", () => {
		for (const [name, { ecs }] of kinds)
			for (const type of ecs.types)
				assert.ok(ecsTypes[ecs.category]?.includes(type), `${name}: ${ecs.category}, ${type}`);
	});
});
