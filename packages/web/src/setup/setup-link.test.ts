import assert from "node:assert/strict";
import { it } from "node:test";
import { readSetupLink } from "./setup-link.ts";

it("reads token and username, whatever characters the name has", () => {
	const fragment = `#${new URLSearchParams({ token: "abc_-", username: "a&b=c é" }).toString()}`;
	assert.deepEqual(readSetupLink(fragment), { token: "abc_-", username: "a&b=c é", isRecovery: false });
});

it("finds nothing in an incomplete link", () => {
	assert.deepEqual(readSetupLink(""), { token: null, username: null, isRecovery: false });
	assert.deepEqual(readSetupLink("#token="), { token: null, username: null, isRecovery: false });
});

it("knows a link for a forgotten password", () => {
	const link = readSetupLink("#token=a&username=ada&purpose=recovery");
	assert.deepEqual(link, { token: "a", username: "ada", isRecovery: true });
});
