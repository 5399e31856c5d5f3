/** Tokens that are not as promised: what the service signs is signed anew, under a key that is published beside its own. */
import { generateKeyPairSync, sign } from "node:crypto";
import { deflateSync } from "node:zlib";
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { at, type Breakage, editMembers, membersOf, type Passed } from "./conform-breakages.ts";
import type { PassedCall } from "./tampering-proxy.ts";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const published = { ...publicKey.export({ format: "jwk" }), kid: "proxy", alg: "ES256", use: "sig" };

type Change = (claims: JWTPayload, header: Record<string, unknown>) => void;

function signAnew(jwt: string, change: Change): string {
	const header: Record<string, unknown> = { ...decodeProtectedHeader(jwt), kid: "proxy" };
	const claims = decodeJwt(jwt);
	change(claims, header);
	const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
	const input = `${encode(header)}.${encode(claims)}`;
	const signature = sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: "ieee-p1363" });
	return `${input}.${signature.toString("base64url")}`;
}

const publish = editMembers((members) => {
	members.keys = [...(members.keys as object[]), published];
});

/** The service goes on seeing its own tokens. */
function breaksTokens(id: string, alter: (jwt: string) => string): Breakage {
	return {
		id,
		tampering() {
			const own = new Map<string, string>();
			return {
				call({ headers }: PassedCall) {
					const bearer = String(headers.authorization ?? "").replace("Bearer ", "");
					const original = own.get(bearer);
					if (original !== undefined) headers.authorization = `Bearer ${original}`;
				},
				answer(answer, call) {
					const { token } = membersOf(answer);
					if (at("GET /.well-known/jwks.json")({ answer, call })) publish({ answer, call });
					if (typeof token !== "string") return;
					const altered = alter(token);
					own.set(altered, token);
					answer.body = answer.body.replace(token, altered);
				},
			};
		},
	};
}

function breaksLists(id: string, byte: number): Breakage {
	const lst = deflateSync(Buffer.alloc(2 ** 20 / 8, byte)).toString("base64url");
	const change: Change = (claims) => {
		claims.status_list = { bits: 1, lst };
	};
	const answer = (passed: Passed) => {
		if (at("GET /.well-known/jwks.json")(passed)) publish(passed);
		const isList = passed.answer.headers["content-type"] === "application/statuslist+jwt";
		if (isList && passed.answer.status === 200) passed.answer.body = signAnew(passed.answer.body, change);
	};
	return { id, tampering: () => ({ answer: (given, call) => answer({ answer: given, call }) }) };
}

export const breakagesOfTokens: Breakage[] = [
	breaksTokens("token.header", (jwt) =>
		signAnew(jwt, (_claims, header) => {
			header.jku = "https://elsewhere.example/keys";
		}),
	),
	breaksTokens("token.claims", (jwt) =>
		signAnew(jwt, (claims) => {
			claims.username = "ada";
		}),
	),
	breaksTokens("token.verifies", (jwt) => jwt.replace(/\.[^.]+$/, `.${"A".repeat(86)}`)),
	breaksLists("token.status", 0xff),
	breaksLists("token.revoked", 0),
];
