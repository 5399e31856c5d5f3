import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { curlCall } from "./curl-call.ts";
import type { OpenApi } from "./openapi.ts";
import { commonRefusals, groupsOf, type Operation, refusalsBeside } from "./operations.ts";

const printed = new URL("../../../../docs/openapi.json", import.meta.url);
const document = JSON.parse(readFileSync(printed, "utf8")) as OpenApi;
const groups = groupsOf(document);
const operations = groups.flatMap((group) => group.operations);

function operation(id: string): Operation {
	const found = operations.find((each) => each.id === id);
	assert.ok(found, id);
	return found;
}

test("every operation of the printed contract is shown, once, under its tag", () => {
	const all = Object.values(document.paths).flatMap((item) => Object.values(item));
	assert.deepEqual(
		operations.map(({ id }) => id).sort(),
		all.map(({ operationId }) => String(operationId)).sort(),
	);
	assert.deepEqual(
		groups.map(({ name }) => name),
		document.tags?.map(({ name }) => name),
	);
});

test("login is shown with its header, its body and both shapes of its answer", () => {
	const { parameters, body, answers, needs } = operation("logIn");
	assert.equal(needs, "nothing");
	assert.deepEqual(
		parameters.map(({ name, required }) => ({ name, required })),
		[{ name: "csrf", required: true }],
	);
	assert.deepEqual(
		body.map(({ name, required }) => ({ name, required })),
		[
			{ name: "username", required: true },
			{ name: "password", required: true },
			{ name: "session", required: false },
			{ name: "remember", required: false },
			{ name: "code", required: false },
			{ name: "trustDevice", required: false },
		],
	);
	assert.deepEqual(
		answers.map(({ status, example }) => ({ status, members: Object.keys(example as object) })),
		[
			{ status: "200", members: ["id", "message", "token"] },
			{ status: "200", members: ["id", "message", "csrf", "expiresAt"] },
		],
	);
});

test("members of members are shown with their whole name", () => {
	const { members } = operation("listSessions").answers[0] ?? { members: [] };
	assert.ok(members.some(({ name, type }) => name === "sessions[].kind" && type === '"token" or "cookie"'));
});

test("no refusal gets lost: it is listed with its operation or among those of all", () => {
	const common = commonRefusals(operations);
	assert.ok(common["500"]?.includes("internal_error"));
	for (const { refusals } of operations) {
		const own = refusalsBeside(refusals, common);
		for (const [status, codes] of Object.entries(refusals))
			assert.deepEqual([...(own[status] ?? []), ...(common[status] ?? [])].sort(), codes.toSorted());
	}
	const ofLogin = refusalsBeside(operation("logIn").refusals, common)["401"];
	assert.deepEqual(ofLogin, ["invalid_credentials", "second_factor_required", "enrolment_required"]);
});

test("an example is a command that can be sent", () => {
	const caller = { baseUrl: "https://host.example/analytics", csrf: "c1.k.abc" };
	assert.equal(
		curlCall(operation("endSession"), { ...caller, csrf: null }),
		"curl -X DELETE 'https://host.example/analytics/api/auth/sessions/ID' \\\n  -H 'Authorization: Bearer ACCESS_TOKEN'",
	);
	assert.match(curlCall(operation("logIn"), caller), /-H 'csrf: c1\.k\.abc' .*-d '\{"username":"ada",/s);
});
