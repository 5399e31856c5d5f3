/** As much of the service as a verifier talks to: keys, metadata and one status list, on a free port. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { encodeStatusList } from "../../packages/server/src/credentials/status-list/encode-status-list.ts";

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

export async function startIssuer() {
	const { publicKey, privateKey } = await generateKeyPair("ES256");
	const jwk = { ...(await exportJWK(publicKey)), kid: "bench", alg: "ES256", use: "sig" };
	let list = { jwt: "", etag: "" };
	const server = createServer((request, response) => {
		if (request.url === "/status/bench") {
			response.setHeader("etag", list.etag);
			if (request.headers["if-none-match"] === list.etag) response.writeHead(304).end();
			else response.setHeader("content-type", "application/statuslist+jwt").end(list.jwt);
			return;
		}
		response.setHeader("cache-control", "max-age=300");
		response.end(JSON.stringify(request.url === "/jwks" ? { keys: [jwk] } : metadata));
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const listUrl = `${url}/status/bench`;
	const metadata = {
		issuer: url,
		jwks_uri: `${url}/jwks`,
		status_list_aggregation_endpoint: `${url}/status`,
		credential_check_endpoint: `${url}/check`,
	};
	const sign = (typ: string, claims: Record<string, unknown>) => {
		const iat = Math.floor(Date.now() / 1000);
		return new SignJWT({ iss: url, iat, exp: iat + 3600, ...claims })
			.setProtectedHeader({ alg: "ES256", typ, kid: "bench" })
			.sign(privateKey);
	};
	/** Publishes a new list. Resolves to the size of the signed list, in bytes. */
	async function revoke(places: readonly number[]): Promise<number> {
		const lst = encodeStatusList(places);
		const jwt = await sign("statuslist+jwt", { sub: listUrl, ttl: 5, status_list: { bits: 1, lst } });
		list = { jwt, etag: `"${crypto.randomUUID()}"` };
		return jwt.length;
	}
	await revoke([]);
	return {
		url,
		publicKey,
		revoke,
		/** Good for an hour, each with a place of its own. */
		token(place: number): Promise<string> {
			const [now, id] = [Math.floor(Date.now() / 1000), () => crypto.randomUUID()];
			const about = { sub: id(), aud: url, nbf: now, jti: id(), sid: id(), auth_time: now };
			const status = { status_list: { idx: place, uri: listUrl } };
			return sign("at+jwt", { ...about, amr: ["pwd"], role: "user", status });
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
