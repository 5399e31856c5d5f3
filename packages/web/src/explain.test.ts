import assert from "node:assert/strict";
import { test } from "node:test";
import { SallyportError } from "@sallyport/client";
import { clockTime, explain, soon } from "./explain.ts";

const problem = ({ code = "other", ...details }: { code?: string; [detail: string]: unknown }) =>
	new SallyportError(code, "From the server.", { status: 400, ...details });

test("a known code is explained in the page's words, another in the server's", () => {
	assert.equal(explain(problem({ code: "invalid_credentials" })), "Username or password is wrong.");
	assert.equal(explain(problem({ code: "some_new_code" })), "From the server.");
	assert.equal(explain(problem({ code: "constructor" })), "From the server.");
});

test("a refused password is explained with every reason, once", () => {
	const error = (message: string) => ({ pointer: "/password", code: "x", message });
	const errors = [error("Too short."), error("Too common."), error("Too short.")];
	assert.equal(explain(problem({ code: "password_rejected", errors })), "Too short. Too common.");
});

test("a wait is explained", () => {
	const text = explain(problem({ status: 429, code: "rate_limited", retryAfter: 30 }));
	assert.equal(text, "Too many attempts. Try again in 30 seconds.");
	assert.equal(soon(1), "in 1 second");
	assert.equal(soon(3600), "in 60 minutes");
	assert.equal(clockTime(29), "0:29");
	assert.equal(clockTime(725), "12:05");
});

test("a fault of the service names the request and promises nothing of another try", () => {
	const text = explain(problem({ status: 500, code: "internal_error", requestId: "r-7" }));
	assert.match(text, /tell the operator\. .* r-7$/);
	assert.doesNotMatch(text, /try again/i);
});

test("any other error gets a friendly text", () => {
	assert.match(explain(new TypeError("x is undefined")), /Reload this page/);
});
