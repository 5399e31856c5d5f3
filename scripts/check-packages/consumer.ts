/** A program that has installed the packages: logs in, calls a protected API in both modes, and is refused. */
import { createClient } from "@sallyport/client";
import { createVerifier, type Principal, VerifyError } from "@sallyport/verify";
import { protect as protectExpress } from "@sallyport/verify/express";
import { protect as protectFastify } from "@sallyport/verify/fastify";
import { principalOf, protect, protectHono } from "@sallyport/verify/fetch";

declare const process: { argv: string[] };

const [, , baseUrl = "", username = "", password = ""] = process.argv;
const verifier = createVerifier({ issuer: baseUrl });
const api = protect(verifier, (request) => {
	const { kind, userId, role }: Principal = principalOf(request);
	return Response.json({ kind, userId, role });
});
const call = async (headers: Record<string, string>) => {
	const answer = await api(new Request("http://api.example/insights", { headers }));
	return JSON.stringify([answer.status, await answer.json()]);
};
function expect(what: string, found: string, wanted: RegExp): void {
	if (!wanted.test(found)) throw new Error(`${what}: ${found}`);
}

const client = createClient({ baseUrl });
await client.logIn({ username, password });
expect("with a token", await call({ authorization: `Bearer ${client.token}` }), /^\[200,.*"kind":"token"/);
expect("with a bad token", await call({ authorization: "Bearer x" }), /^\[401,.*"code":"invalid_token"/);
expect("without anything", await call({}), /^\[401,.*"code":"unauthenticated"/);
await client.logOut();

const refusal = await verifier.verify({ method: "GET", headers: {} }).catch((error: unknown) => error);
if (!(refusal instanceof VerifyError) || refusal.status !== 401) throw refusal;
for (const adapter of [protectExpress, protectFastify, protectHono]) adapter(verifier);
verifier.close();
