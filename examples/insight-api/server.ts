/**
 * An API with insights and a search, open to users who are logged in to Sallyport, by token and by cookie alike.
 *
 *   node examples/insight-api/server.ts
 *
 * SALLYPORT_URL (http://localhost:8400), PORT (3000), FRONT_END: the origin of a front end elsewhere, if there is one.
 */
import { createVerifier } from "@sallyport/verify";
import { principalOf, protect } from "@sallyport/verify/fastify";
import Fastify from "fastify";
import { allowFrontEnd } from "./allow-front-end.ts";
import { createReports } from "./reports.ts";

const { SALLYPORT_URL = "http://localhost:8400", PORT = "3000", FRONT_END } = process.env;

const app = Fastify();
if (FRONT_END !== undefined) app.addHook("onRequest", allowFrontEnd(FRONT_END));

const verifier = createVerifier({ issuer: SALLYPORT_URL });
app.addHook("onRequest", protect(verifier));

const reports = createReports();

app.get("/insight", (request) => {
	const { userId, role, kind } = principalOf(request);
	return { caller: { userId, role, kind }, reports: reports.count(), newest: reports.newest() };
});

app.get<{ Querystring: { q?: string } }>("/search", (request) => ({
	found: reports.search(request.query.q ?? ""),
}));

app.post<{ Body: { title: string } }>(
	"/reports",
	{ schema: { body: { type: "object", required: ["title"], properties: { title: { type: "string" } } } } },
	(request, reply) => {
		reply.code(201);
		return reports.add(request.body.title, principalOf(request).userId);
	},
);

// Only for a caller in this group, which a token names if the service has SALLYPORT_TOKEN_CLAIMS=groups.
app.get("/reports", { onRequest: protect(verifier, { group: "analysts" }) }, () => ({
	all: reports.search(""),
}));

// Only for a caller who has proven a second factor within five minutes.
app.delete("/reports", { onRequest: protect(verifier, { acr: "aal2", maxAge: 300_000 }) }, () => ({
	removed: reports.clear(),
}));

await app.listen({ port: Number(PORT), host: "127.0.0.1" });
console.log(`The insight API listens on http://127.0.0.1:${PORT}.`);
