/** An API of examples/ in another language, the service that it trusts, and a hop between them that sees every request. */

import assert from "node:assert/strict";
import type { Backend, BackendSettings } from "./backends.ts";
import { call } from "./call.ts";
import { cheap } from "./cheap-hashing.ts";
import type { Started } from "./examples.ts";
import { opened } from "./forge.ts";
import { bearerOf } from "./own-session.ts";
import { type RecordingHop, startRecordingHop } from "./recording-hop.ts";
import { ADMIN_PASSWORD, freePort, startTestService, type TestService } from "./service.ts";
import type { Answer } from "./visitor.ts";

export interface BackendWorld {
	service: TestService;
	hop: RecordingHop;
	/** Looks at the lists five times a second. */
	api: Started;
	/** One more, with the defaults of the example unless set. */
	start(settings: Omit<BackendSettings, "SALLYPORT_URL">): Promise<Started>;
	/** Rejects when it is refused. */
	logIn(): Promise<Answer>;
	logOut(login: Answer): Promise<unknown>;
	kidOf(login: Answer): unknown;
	/** By a token, or that of a login; at /insight unless another path is given. */
	ask(caller: Answer | string, api?: Started, path?: string): Promise<Answer>;
	/** With these headers Authorization: status and error code. */
	askWith(...authorization: string[]): Promise<[status: number, code: unknown]>;
	stop(): Promise<void>;
}

export async function startBackendWorld(
	backend: Backend,
	settings: Record<string, string> = {},
): Promise<BackendWorld> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const each of stops.reverse()) await each();
	};
	try {
		const port = await freePort();
		const hop = await startRecordingHop(port);
		stops.push(hop.stop);
		const address = { SALLYPORT_PORT: String(port), SALLYPORT_BASE_URL: `http://localhost:${hop.port}` };
		// A test logs in again and again, until a new key signs.
		const many = { SALLYPORT_ACCOUNT_LOGINS: "100000" };
		const service = await startTestService({ settings: { ...cheap, ...many, ...address, ...settings } });
		stops.push(service.stop);
		await service.addUser("ada");
		const start: BackendWorld["start"] = async (given) => {
			const started = await backend.start({ SALLYPORT_URL: service.baseUrl, ...given });
			stops.push(started.stop);
			return started;
		};
		const api = await start({ POLL: "0.2" });
		const at = (asked: Started, path: string, ...authorization: string[]) =>
			call(`http://127.0.0.1:${asked.port}`, path, {
				headers: authorization.map((value): [string, string] => ["Authorization", value]),
			});
		return {
			service,
			hop,
			api,
			start,
			stop,
			async logIn() {
				const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
				assert.equal(login.status, 200);
				return login;
			},
			logOut: (login) => service.visitor().request("POST", "/api/auth/logout", { headers: bearerOf(login) }),
			kidOf: ({ body }) => opened(String(body?.token)).header.kid,
			ask: (caller, asked = api, path = "/insight") =>
				at(asked, path, `Bearer ${typeof caller === "string" ? caller : caller.body?.token}`),
			async askWith(...authorization) {
				const { status, body } = await at(api, "/insight", ...authorization);
				return [status, body?.code];
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
