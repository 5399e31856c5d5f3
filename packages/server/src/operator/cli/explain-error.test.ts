import assert from "node:assert/strict";
import { test } from "node:test";
import { explainError } from "./explain-error.ts";

test("a part of the program that is not built or installed is named, with what makes it", async () => {
	const error: unknown = await import("@sallyport/nowhere" as string).catch((error: unknown) => error);
	const { exitCode, code, messages } = explainError(error);
	assert.deepEqual([exitCode, code, messages.length], [1, "not_ready", 1]);
	assert.match(
		messages[0] ?? "",
		/missing: Cannot find package '@sallyport\/nowhere'.* Run npm run build in a checkout/,
	);
});

test("of several things that fail one after the other, the first is named", async () => {
	const stopped = async () => {
		await using steps = new AsyncDisposableStack();
		steps.defer(() => Promise.reject(new Error("the third")));
		steps.defer(() => Promise.reject(new Error("the second")));
		throw new Error("the first");
	};
	const error: unknown = await stopped().catch((error: unknown) => error);
	assert.deepEqual(explainError(error).messages, ["the first"]);
});
