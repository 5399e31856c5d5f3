import assert from "node:assert/strict";
import { it } from "node:test";
import { ConfigError, loadConfig } from "./config.ts";
import { hashQueueOf } from "./credential-settings.ts";

it("unless it is set, more logins may wait on a machine with more cores", () => {
	const waiting = [1, 2, 3, 16, 64, 128].map(hashQueueOf);
	assert.deepEqual(waiting, [256, 256, 384, 2048, 8192, 10_000]);
});

it("how long users stay logged in is refused in one line if it makes no sense", () => {
	const mistakesOf = (settings: Record<string, string>): readonly string[] => {
		try {
			loadConfig(settings);
			return [];
		} catch (error) {
			assert.ok(error instanceof ConfigError);
			return error.mistakes;
		}
	};
	const tooShort =
		"SALLYPORT_REMEMBER: must not be shorter than SALLYPORT_SESSION_ABSOLUTE; 0s switches it off.";
	assert.deepEqual(mistakesOf({ SALLYPORT_REMEMBER: "1h" }), [tooShort]);
	assert.deepEqual(mistakesOf({ SALLYPORT_REMEMBER: "7d", SALLYPORT_SESSION_ABSOLUTE: "8d" }), [tooShort]);
	assert.deepEqual(mistakesOf({ SALLYPORT_REMEMBER: "0", SALLYPORT_REMEMBER_IDLE: "400d" }), [
		"SALLYPORT_REMEMBER: write a number and a unit, such as 30s, 15m, 12h or 90d.",
		"SALLYPORT_REMEMBER_IDLE: must be between 60s and 365d.",
	]);
	// What a deployment of an earlier release may have set.
	for (const settings of [
		{ SALLYPORT_SESSION_ABSOLUTE: "30d", SALLYPORT_SESSION_IDLE: "30d" },
		{ SALLYPORT_REMEMBER: "0s", SALLYPORT_SESSION_ABSOLUTE: "30d" },
	])
		assert.deepEqual(mistakesOf(settings), []);
});
