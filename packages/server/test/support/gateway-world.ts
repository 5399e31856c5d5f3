/** A gateway of examples/, the service and an API behind it, and two who are logged in: one by cookie, one by token. */
import assert from "node:assert/strict";
import { type ErrorCode, errorKind } from "../../src/platform/errors.ts";
import { createSecurityHeaders } from "../../src/platform/http/headers.ts";
import { PROBLEM_TYPE } from "../../src/platform/http/problem.ts";
import { type Call, call } from "./call.ts";
import { cheap } from "./cheap-hashing.ts";
import { startExample } from "./examples.ts";
import type { GatewayProgram } from "./gateways.ts";
import { bearerOf, cookieOf } from "./own-session.ts";
import { SCOPES } from "./program-key.ts";
import { type RecordingHop, startRecordingHop } from "./recording-hop.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

export type Header = [name: string, value: string];

export interface GatewayWorld {
	/** Its base URL is that of the gateway. */
	service: TestService;
	/** Between the gateway and the service. */
	hop: RecordingHop;
	/** Both are of the user "ädä". */
	browser: Visitor;
	bearer: { authorization: string };
	/** A call through the gateway. */
	at(path: string, call?: Call): Promise<Answer>;
	asBrowser(): Header;
	asProgram(): Header;
	stop(): Promise<void>;
}

export async function startWorld(program: GatewayProgram): Promise<GatewayWorld> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const each of stops.reverse()) await each();
	};
	try {
		const port = await freePort();
		const service = await startTestService({
			settings: {
				...cheap,
				SALLYPORT_BASE_URL: `http://localhost:${port}`,
				SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
				SALLYPORT_ADDRESS_FAILURES: "5",
				SALLYPORT_SCOPES: SCOPES,
				SALLYPORT_TOKEN_CLAIMS: "department",
				SALLYPORT_MAIL_URL: "smtp://localhost:1",
				SALLYPORT_MAIL_FROM: "login@example.com",
			},
		});
		stops.push(service.stop);
		await service.addUser("ädä");
		const hop = await startRecordingHop(service.port);
		stops.push(hop.stop);
		const api = await startExample("plain-api/server.mjs", await freePort());
		stops.push(api.stop);
		const gateway = await program.start({ gateway: port, sallyport: hop.port, api: api.port });
		stops.push(gateway.stop);
		const browser = await service.loggedIn("ädä");
		const bearer = bearerOf(await service.visitor().logIn("ädä", ADMIN_PASSWORD));
		return {
			service,
			hop,
			browser,
			bearer,
			at: (path, given) => call(service.baseUrl, path, given),
			asBrowser: () => ["cookie", cookieOf(browser).cookie],
			asProgram: () => ["authorization", bearer.authorization],
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

const { forData } = createSecurityHeaders("http://localhost");

/** As the service itself refuses; a gateway may add headers of its own, and none twice. */
export function assertRefused({ status, headers, body, text }: Answer, code: ErrorCode): void {
	assert.equal(body?.code, code, text);
	const kind = errorKind(code);
	assert.deepEqual([status, body?.status, body?.title], [kind.status, kind.status, kind.title]);
	assert.equal(body?.type, `urn:sallyport:error:${code}`);
	assert.equal(headers.get("content-type"), PROBLEM_TYPE);
	for (const [name, value] of Object.entries(forData)) assert.equal(headers.get(name), value, name);
	assert.equal(headers.get("x-request-id"), body?.requestId);
	const after = [429, 503].includes(status) ? String(body?.retryAfter) : null;
	assert.equal(headers.get("retry-after"), after);
	assert.equal(
		headers.get("www-authenticate")?.match(/Bearer realm=/g)?.length,
		status === 401 || code === "insufficient_scope" ? 1 : undefined,
	);
	for (const name of headers.keys()) assert.doesNotMatch(name, /^x-auth-/);
}

/** What the API was told; fails when it was not asked. */
export function toldTo(answer: Answer) {
	assert.equal(answer.status, 200, answer.text);
	const { caller, request, body, headers } = answer.body as {
		caller: object;
		request: string;
		body: string;
		headers: string[];
	};
	const pairs = headers.flatMap((name, at): Header[] =>
		at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? ""]] : [],
	);
	return {
		caller,
		request,
		body,
		pairs,
		every: (name: RegExp) => pairs.filter((pair) => name.test(pair[0])).sort(),
	};
}
