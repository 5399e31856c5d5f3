/** What the token says, that it verifies offline, and that the status list tells of its end. */
import { decodeProtectedHeader } from "jose";
import { UUID } from "./answer.ts";
import { type Check, demand, LeftOut } from "./check.ts";
import { claimsOf } from "./claims.ts";
import { ALGORITHMS, isRevoked, type StatusPlace, verifySigned } from "./signed.ts";

const CLAIMS = "iss sub aud iat nbf exp jti sid auth_time amr role status".split(" ");
/** Seconds. The longest lifetime that can be set. */
const LONGEST_LIFE = 86_400;
/** Milliseconds within which a verifier shall know of a revocation, and between two looks. */
const KNOWN_WITHIN = 10_000;
const LOOK_EVERY = 500;

export const token: Check[] = [
	{
		id: "token.header",
		promise: "The header of a token is alg, typ at+jwt, and the kid of a published key.",
		section: 5,
		async run({ ask, tokenLogin }) {
			const { holder } = await tokenLogin();
			const { alg, typ, kid, ...more } = decodeProtectedHeader(holder.token());
			demand(ALGORITHMS.includes(alg ?? ""), `alg is ${alg}`);
			demand(typ === "at+jwt", `typ is ${typ}`);
			demand(Object.keys(more).length === 0, `there are ${Object.keys(more).join(", ")} too`);
			const { body } = await ask("GET", "/.well-known/jwks.json");
			const keys = Array.isArray(body?.keys) ? (body.keys as Array<{ kid?: unknown }>) : [];
			demand(
				keys.some((key) => key.kid === kid),
				"kid names no published key",
			);
		},
	},
	{
		id: "token.claims",
		promise: `The claims of a token are exactly ${CLAIMS.join(", ")}: no username, no e-mail.`,
		section: 5,
		async run({ baseUrl, tokenLogin }) {
			const { answer, holder } = await tokenLogin();
			const claims = claimsOf(holder);
			const found = Object.keys(claims).sort().join(", ");
			demand(found === [...CLAIMS].sort().join(", "), `the claims are ${found}`);
			const { iss, sub, aud, iat = 0, nbf, exp = 0, jti, sid, auth_time: authTime, amr, role } = claims;
			demand(iss === baseUrl, `iss is ${iss}`);
			demand(UUID.test(sub ?? "") && sub === answer.body?.id, "sub is not the id of the login answer");
			demand(typeof aud === "string" && aud !== "", "aud is not one text");
			demand(UUID.test(jti ?? "") && UUID.test(String(sid)), "jti or sid is no UUID");
			demand(nbf === iat && exp > iat && exp - iat <= LONGEST_LIFE, `iat ${iat}, nbf ${nbf}, exp ${exp}`);
			demand(typeof authTime === "number" && authTime <= iat, `auth_time is ${String(authTime)}`);
			demand(JSON.stringify(amr) === '["pwd"]', `amr is ${JSON.stringify(amr)}`);
			demand(role === "user" || role === "admin", `role is ${String(role)}`);
		},
	},
	{
		id: "token.verifies",
		promise: "A token verifies under the published keys, with nothing known but the issuer.",
		section: 5,
		async run(visit) {
			const { holder } = await visit.tokenLogin();
			await verifySigned(visit, holder.token(), { typ: "at+jwt", what: "the token" });
		},
	},
	{
		id: "token.status",
		promise: "A token names its place in a signed status list, which says that it is good.",
		section: 5,
		async run(visit) {
			const { holder } = await visit.tokenLogin();
			demand(!(await isRevoked(visit, placeOf(holder))), "the list says that it is revoked");
		},
	},
	{
		id: "token.revoked",
		promise: "Within 10 s of a logout the status list says that the token is revoked.",
		section: 4,
		async run(visit) {
			const [{ holder }] = await visit.copiedLogins();
			const place = placeOf(holder);
			const { answer } = await visit.tokenLogout();
			if (answer.status !== 200) throw new LeftOut("the logout was refused");
			const deadline = visit.clock() + KNOWN_WITHIN;
			while (!(await isRevoked(visit, place))) {
				demand(visit.clock() < deadline, "after 10 s the list says that it is good");
				await visit.wait(LOOK_EVERY);
			}
		},
	},
];

function placeOf(holder: { token(): string }): StatusPlace {
	const { status } = claimsOf(holder) as { status?: { status_list?: { uri?: unknown; idx?: unknown } } };
	const { uri, idx } = status?.status_list ?? {};
	demand(typeof uri === "string" && typeof idx === "number", "the claim status names no place");
	return { uri, idx };
}
