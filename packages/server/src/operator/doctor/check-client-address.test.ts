import assert from "node:assert/strict";
import { it } from "node:test";
import type { TracedRequest } from "../../platform/http/request-trace.ts";
import { judge } from "./check-responses.ts";

const direct: TracedRequest = {
	requestId: "r",
	peer: "10.0.0.1",
	peerTrusted: false,
	forwarded: [],
	address: "10.0.0.1",
	reason: "no_header",
};

it("accepts a direct call where the base URL is plain http", () => {
	assert.equal(judge(direct, false).status, "ok");
});

it("warns where the base URL is https, but no proxy names the client", () => {
	const { status, advice } = judge(direct, true);
	assert.equal(status, "warning");
	assert.match(advice ?? "", /SALLYPORT_TRUSTED_PROXIES=10\.0\.0\.1/);
});

it("warns of a trusted proxy that sends no header", () => {
	assert.match(
		judge({ ...direct, peerTrusted: true }, true).fact,
		/trusted proxy 10\.0\.0\.1 sent no X-Forwarded-For/,
	);
});
