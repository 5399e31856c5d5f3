/** Publishes keys and status lists as the service does, but can be made to publish wrong ones. */
import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import { es, forge } from "./forge.ts";

type Members = Record<string, unknown>;

/** What is wrong with its list. */
export interface Fault {
	header?: Members;
	claims?: Members;
	/** The bits, before and after they are compressed. */
	bits?: Buffer;
	lst?: string;
	signedBy?: KeyObject;
	/** Instead of the list. */
	status?: number;
	/** The keys that it publishes. */
	keys?: Members[];
	/** Instead of any response. */
	away?: boolean;
}

export interface Issuer {
	url: string;
	fault: Fault;
	/** How many requests it got. */
	asked: number;
	/** Signed by its key, for the first entry of its list. */
	token(): string;
	stop(): Promise<void>;
}

export const foreignKey = (): KeyObject => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

export async function startIssuer(): Promise<Issuer> {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const kid = randomUUID();
	const jwk = { ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" };
	const header = (typ: string) => ({ alg: "ES256", typ, kid });
	const now = () => Math.floor(Date.now() / 1000);
	const server = createServer((request, response) => {
		const { fault } = issuer;
		issuer.asked += 1;
		if (fault.away) return request.socket.destroy();
		if (request.url === "/.well-known/jwks.json")
			return response.end(JSON.stringify({ keys: fault.keys ?? [jwk] }));
		if (request.url === "/api/auth/status")
			return response.end(JSON.stringify({ status_lists: [`${issuer.url}/api/auth/status/one`] }));
		const claims = {
			iss: issuer.url,
			sub: `${issuer.url}/api/auth/status/one`,
			iat: now(),
			exp: now() + 3600,
			ttl: 5,
			status_list: {
				bits: 1,
				lst: fault.lst ?? deflateSync(fault.bits ?? Buffer.alloc(16)).toString("base64url"),
			},
			...fault.claims,
		};
		const signer = es(fault.signedBy ?? privateKey);
		response.writeHead(fault.status ?? 200);
		response.end(forge({ ...header("statuslist+jwt"), ...fault.header }, claims, signer));
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const issuer: Issuer = {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		fault: {},
		asked: 0,
		token() {
			const status = { status_list: { idx: 0, uri: `${issuer.url}/api/auth/status/one` } };
			const times = { iat: now(), nbf: now(), exp: now() + 600, auth_time: now() };
			const who = { sub: "ada", sid: "s", jti: "j", role: "user" };
			const claims = { iss: issuer.url, aud: issuer.url, ...who, ...times, status };
			return forge(header("at+jwt"), claims, es(privateKey));
		},
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	return issuer;
}
