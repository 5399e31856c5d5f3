import assert from "node:assert/strict";
import { it } from "node:test";
import type { FastifyRequest } from "fastify";
import { createProxyWarning } from "./warn-of-proxy.ts";

function warningAbout(remoteAddress: string): string {
	let said = "";
	const log = { warn: (_detail: object, message: string) => (said += message) };
	const request = { headers: { "x-forwarded-for": "planted" }, socket: { remoteAddress } };
	createProxyWarning(() => false, log)(request as unknown as FastifyRequest);
	return said;
}

it("a peer on this machine or in a private network is named as the value to trust", () => {
	for (const near of ["127.0.0.1", "::1", "::ffff:10.1.2.3", "172.31.0.1", "192.168.1.1", "fd00::1"])
		assert.match(warningAbout(near), / set SALLYPORT_TRUSTED_PROXIES=[\w.:]+; /, near);
});

it("any other peer is not, since an attacker may have sent the header", () => {
	for (const far of ["203.0.113.7", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8"])
		assert.doesNotMatch(warningAbout(far), /SALLYPORT_TRUSTED_PROXIES=/, far);
});
