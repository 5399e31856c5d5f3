/** The token: its claims, its verification offline, its entry in a status list. */
import { decodeProtectedHeader } from "jose";
import { expect, LeftOut, UUID } from "./response.ts";
import { ALGORITHMS, claimsOf, isRevoked, type StatusListEntry, verifySigned } from "./tokens.ts";
import type { Check } from "./visit.ts";

const CLAIMS = "iss sub aud iat nbf exp jti sid auth_time amr role status".split(" ");
/** Seconds. The longest lifetime that can be set. */
const LONGEST_LIFE = 86_400;
/** Milliseconds: how soon a verifier must know of a revocation, and how often the check looks. */
const KNOWN_WITHIN = 10_000;
const LOOK_EVERY = 500;

export const token: Check[] = [
	{
		id: "token.header",
		promise: "The header of a token is alg, typ at+jwt, and the kid of a published key.",
		section: 5,
		async run({ send, tokenLogin }) {
			const { credential } = await tokenLogin();
			const { alg, typ, kid, ...more } = decodeProtectedHeader(credential.token());
			expect(ALGORITHMS.includes(alg ?? ""), `alg is ${alg}`);
			expect(typ === "at+jwt", `typ is ${typ}`);
			expect(Object.keys(more).length === 0, `there are ${Object.keys(more).join(", ")} too`);
			const { body } = await send("GET", "/.well-known/jwks.json");
			const keys = Array.isArray(body?.keys) ? (body.keys as Array<{ kid?: unknown }>) : [];
			expect(
				keys.some((key) => key.kid === kid),
				"kid names no published key",
			);
		},
	},
	{
		id: "token.claims",
		promise: `The claims of a token are exactly ${CLAIMS.join(", ")}, and no others than the metadata name.`,
		section: 5,
		async run({ baseUrl, send, tokenLogin }) {
			const { response, credential } = await tokenLogin();
			const claims = claimsOf(credential);
			const { body } = await send("GET", "/.well-known/oauth-authorization-server");
			// Missing where none is added, as in every release that could add none.
			const added = [body?.token_claims_supported ?? []].flat();
			const found = Object.keys(claims).filter((name) => !added.includes(name));
			const all = found.sort().join(", ");
			expect(all === [...CLAIMS].sort().join(", "), `the claims are ${all}`);
			const { iss, sub, aud, iat = 0, nbf, exp = 0, jti, sid, auth_time: authTime, amr, role } = claims;
			expect(iss === baseUrl, `iss is ${iss}`);
			expect(UUID.test(sub ?? "") && sub === response.body?.id, "sub is not the id of the login answer");
			expect(typeof aud === "string" && aud !== "", "aud is not one text");
			expect(UUID.test(jti ?? "") && UUID.test(String(sid)), "jti or sid is no UUID");
			expect(nbf === iat && exp > iat && exp - iat <= LONGEST_LIFE, `iat ${iat}, nbf ${nbf}, exp ${exp}`);
			expect(typeof authTime === "number" && authTime <= iat, `auth_time is ${String(authTime)}`);
			expect(JSON.stringify(amr) === '["pwd"]', `amr is ${JSON.stringify(amr)}`);
			expect(role === "user" || role === "admin", `role is ${String(role)}`);
		},
	},
	{
		id: "token.verifies",
		promise: "A token verifies under the published keys, with nothing known but the issuer.",
		section: 5,
		async run(visit) {
			const { credential } = await visit.tokenLogin();
			await verifySigned(visit, credential.token(), { typ: "at+jwt", what: "the token" });
		},
	},
	{
		id: "token.status",
		promise: "A token names its place in a signed status list, which says that it is good.",
		section: 5,
		async run(visit) {
			const { credential } = await visit.tokenLogin();
			expect(!(await isRevoked(visit, statusListEntryOf(credential))), "the list says that it is revoked");
		},
	},
	{
		id: "token.revoked",
		promise: "Within 10 s of a logout the status list says that the token is revoked.",
		section: 4,
		async run(visit) {
			const [{ credential }] = await visit.copiedLogins();
			const entry = statusListEntryOf(credential);
			const { response } = await visit.tokenLogout();
			if (response.status !== 200) throw new LeftOut("the logout was refused");
			const deadline = visit.clock() + KNOWN_WITHIN;
			while (!(await isRevoked(visit, entry))) {
				expect(visit.clock() < deadline, "after 10 s the list says that it is good");
				await visit.wait(LOOK_EVERY);
			}
		},
	},
];

function statusListEntryOf(credential: { token(): string }): StatusListEntry {
	const { status } = claimsOf(credential) as { status?: { status_list?: { uri?: unknown; idx?: unknown } } };
	const { uri, idx } = status?.status_list ?? {};
	expect(typeof uri === "string" && typeof idx === "number", "the claim status names no place");
	return { uri, idx };
}
