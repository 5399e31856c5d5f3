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
