import assert from "node:assert/strict";
import { type ErrorCode, errorKind, type FieldError } from "../../src/platform/errors.ts";
import type { Answer } from "./visitor.ts";

/** What every response carries, from handler, router, guard or parser alike. */
export function assertSafeHeaders({ headers }: Answer): void {
	assert.equal(headers.get("x-content-type-options"), "nosniff");
	assert.equal(headers.get("x-frame-options"), "DENY");
	assert.match(headers.get("cache-control") ?? "", /^no-store/);
	assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
	assert.match(headers.get("referrer-policy") ?? "", /^(no-referrer|same-origin)$/);
	assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
	assert.match(headers.get("x-request-id") ?? "", /^[A-Za-z0-9_-]{22}$/);
	for (const name of ["server", "x-powered-by", "etag"]) assert.equal(headers.get(name), null);
}

/** The one shape of a refusal (RFC 9457), with the headers that belong to its status. */
export function assertProblem(answer: Answer, code: ErrorCode): void {
	const { status, title } = errorKind(code);
	const { body, headers } = answer;
	assert.equal(body?.code, code, answer.text);
	assert.equal(answer.status, status);
	assert.equal(headers.get("content-type"), "application/problem+json; charset=utf-8");
	assert.equal(body.status, status);
	assert.equal(body.type, `urn:sallyport:error:${code}`);
	assert.equal(body.title, title);
	assert.equal(typeof body.message, "string");
	assert.equal(body.requestId, headers.get("x-request-id"));
	assertSafeHeaders(answer);
	const challenge = headers.get("www-authenticate");
	const reason =
		code === "insufficient_user_authentication"
			? `, error="${code}"(, \\w+="[\\w ]+")+`
			: `(, error="invalid_token")?`;
	if (status === 401) assert.match(challenge ?? "", new RegExp(`^Bearer realm="[^"]+"${reason}$`));
	else if (code === "insufficient_scope")
		assert.match(challenge ?? "", /, error="insufficient_scope"(, scope="[^"]+")?$/);
	else assert.equal(challenge, null);
	if (status === 405) assert.match(headers.get("allow") ?? "", /^[A-Z]+(, [A-Z]+)*$/);
	if (status === 429 || status === 503) {
		assert.ok(Number(headers.get("retry-after")) >= 1);
		assert.equal(body.retryAfter, Number(headers.get("retry-after")));
	}
	if (code === "csrf_missing" || code === "csrf_invalid")
		assert.match(String(body.csrf), /^[A-Za-z0-9._-]{1,512}$/);
}

/** What the body of a refused request was wrong in. */
export function errorsOf({ body }: Answer): FieldError[] {
	return (body?.errors ?? []) as FieldError[];
}
