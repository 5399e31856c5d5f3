import assert from "node:assert/strict";
import { it } from "node:test";
import { headerOf } from "./request.ts";
import { createFindSessionCookie } from "./session-cookie.ts";

it("reads the headers of Node and those of fetch alike", () => {
	const cases = [
		{
			headers: new Headers([
				["csrf", "a"],
				["csrf", "b"],
			]),
		},
		{ headers: { csrf: "a, b" } },
		{ headers: { csrf: ["a", "b"] } },
	];
	for (const request of cases) {
		assert.equal(headerOf(request, "csrf"), "a, b");
		assert.equal(headerOf(request, "authorization"), undefined);
	}
	assert.equal(
		headerOf({ headers: { get: "a header that the client sent" } }, "get"),
		"a header that the client sent",
	);
});

it("finds the cookie by the name that it has on https, on http and under a prefix", async () => {
	const secret = "s".repeat(43);
	const all = ["sallyport-sid", "__Host-Http-sallyport-sid", "sallyport-d4c0b7-sid", "__Host-sallyport-sid"];
	const header = all.map((name) => `${name}=${secret}`).join("; ");
	assert.equal((await createFindSessionCookie("http://localhost:8400"))(header), `sallyport-sid=${secret}`);
	assert.equal(
		(await createFindSessionCookie("https://a.example"))(header),
		`__Host-Http-sallyport-sid=${secret}`,
	);
	assert.equal((await createFindSessionCookie("https://a.example/b"))(header), null);
});
