import assert from "node:assert/strict";
import { test } from "node:test";
import { clientName } from "./client-name.ts";

const cases: readonly (readonly [string | null, string | undefined, string | null | undefined])[] = [
	[
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
		"Chrome",
		"Linux",
	],
	[
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0",
		"Edge",
		"Windows",
	],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
		"Safari",
		"macOS",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
		"Safari",
		"iPhone",
	],
	["Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "Firefox", "Android"],
	["curl/8.14.1", "curl", null],
	["python-requests/2.32", "python-requests", null],
	["<script>alert(1)</script>", undefined, undefined],
	["", undefined, undefined],
	[null, undefined, undefined],
];

for (const [userAgent, program, system] of cases) {
	test(`${userAgent?.slice(0, 60)} is ${program} on ${system}`, () => {
		const name = clientName(userAgent);
		assert.equal(name?.program, program);
		assert.equal(name?.system, system);
	});
}
