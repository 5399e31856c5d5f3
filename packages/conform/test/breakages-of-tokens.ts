/** Broken tokens: the proxy signs what the service signed again, with a key that it publishes beside the service's own. */
import { generateKeyPairSync, sign } from "node:crypto";
import { deflateSync } from "node:zlib";
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { at, type Breakage, editMembers, membersOf, type Passed } from "./breakages.ts";
import type { PassedRequest } from "./tampering-proxy.ts";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const published = { ...publicKey.export({ format: "jwk" }), kid: "proxy", alg: "ES256", use: "sig" };

type Change = (claims: JWTPayload, header: Record<string, unknown>) => void;

function signAgain(jwt: string, change: Change): string {
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

/** The service still receives its own tokens. */
function breaksTokens(id: string, alter: (jwt: string) => string): Breakage {
	return {
		id,
		tampering() {
			const own = new Map<string, string>();
			return {
				call({ headers }: PassedRequest) {
					const bearer = String(headers.authorization ?? "").replace("Bearer ", "");
					const original = own.get(bearer);
					if (original !== undefined) headers.authorization = `Bearer ${original}`;
				},
				response(response, call) {
					const { token } = membersOf(response);
					if (at("GET /.well-known/jwks.json")({ response, call })) publish({ response, call });
					if (typeof token !== "string") return;
					const altered = alter(token);
					own.set(altered, token);
					response.body = response.body.replace(token, altered);
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
	const response = (passed: Passed) => {
		if (at("GET /.well-known/jwks.json")(passed)) publish(passed);
		const isList = passed.response.headers["content-type"] === "application/statuslist+jwt";
		if (isList && passed.response.status === 200)
			passed.response.body = signAgain(passed.response.body, change);
	};
	return { id, tampering: () => ({ response: (given, call) => response({ response: given, call }) }) };
}

export const breakagesOfTokens: Breakage[] = [
	breaksTokens("token.header", (jwt) =>
		signAgain(jwt, (_claims, header) => {
			header.jku = "https://elsewhere.example/keys";
		}),
	),
	breaksTokens("token.claims", (jwt) =>
		signAgain(jwt, (claims) => {
			claims.username = "ada";
		}),
	),
	breaksTokens("token.verifies", (jwt) => jwt.replace(/\.[^.]+$/, `.${"A".repeat(86)}`)),
	breaksLists("token.status", 0xff),
	breaksLists("token.revoked", 0),
];
