import assert from "node:assert/strict";
import { test } from "node:test";
import { createCookieJar } from "./cookie-jar.ts";

function answering(...lines: string[]): Headers {
	const headers = new Headers();
	for (const line of lines) headers.append("set-cookie", line);
	return headers;
}

test("cookies are kept, replaced and deleted as the service says", () => {
	const jar = createCookieJar();
	assert.equal(jar.header(), undefined);
	jar.keep(answering("pre=one; Path=/; HttpOnly; SameSite=Strict"));
	assert.equal(jar.header(), "pre=one");
	jar.keep(answering("sid=a=b; Path=/; HttpOnly", "pre=; Path=/; Max-Age=0", "device=d; Max-Age=7776000"));
	assert.equal(jar.header(), "sid=a=b; device=d");
	jar.keep(answering("sid=two; Path=/"));
	assert.equal(jar.header(), "sid=two; device=d");
	jar.keep(new Headers());
	jar.keep(answering("sid=; Path=/; Max-Age=0", "device=; Max-Age=0"));
	assert.equal(jar.header(), undefined);
});

test("a platform that shows no cookies keeps them itself", () => {
	const jar = createCookieJar();
	jar.keep({ get: () => null } as unknown as Headers);
	assert.equal(jar.header(), undefined);
});
