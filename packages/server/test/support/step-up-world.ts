/** Clients whose `reauthenticate` is watched, and APIs that require more than they have. */
import { after, afterEach, before, beforeEach } from "node:test";
import {
	type Client,
	type ClientOptions,
	createClient,
	type Reauthenticate,
	type SallyportError,
} from "../../../client/src/index.ts";
import { createVerifier, type Demand, type Verifier } from "../../../verify/src/index.ts";
import { type RunningApi, stacks } from "./api-stacks.ts";
import { type Authenticator, enrol } from "./authenticator.ts";
import { cheap } from "./cheap-hashing.ts";
import { type GuardedApi, startApi } from "./guarded-api.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";

export const insufficient = "insufficient_user_authentication";
export const proof = { password: ADMIN_PASSWORD };

/** The user "ada" has a password, "bob" an authenticator app too. */
export function createStepUpWorld() {
	let service: TestService;
	let app: Authenticator;
	let verifier: Verifier;
	const stops: Array<() => Promise<unknown>> = [];
	before(async () => {
		service = await startTestService({ settings: cheap });
		for (const name of ["ada", "bob"]) await service.addUser(name);
		app = await enrol(service, await service.loggedIn("bob"));
	});
	beforeEach(() => {
		verifier = createVerifier({ issuer: service.baseUrl, clock: service.now, timeout: 60_000 });
	});
	afterEach(async () => {
		for (const stop of stops.splice(0)) await stop();
		verifier.close();
	});
	after(() => service.stop());

	async function guarded(demand: Demand): Promise<RunningApi> {
		const api = await stacks.fastify?.(verifier, demand);
		if (api === undefined) throw new Error("There is no such stack.");
		stops.push(api.stop);
		return api;
	}

	async function apiOf(answer: Parameters<typeof startApi>[0]): Promise<GuardedApi> {
		const api = await startApi(answer);
		stops.push(api.stop);
		return api;
	}

	/** An API that is never content. */
	const insatiable = (more = "") =>
		apiOf((_request, response) => {
			const challenge = `Bearer realm="api", error="${insufficient}"${more}`;
			response.writeHead(401, { "www-authenticate": challenge }).end();
		});

	/** Logged in; `ask` is the hook, and `refusals` are what it was told. */
	async function loggedIn(
		ask: ((client: Client) => Promise<unknown>) | undefined,
		{ name = "ada", ...options }: Partial<ClientOptions> & { name?: string } = {},
	) {
		const refusals: SallyportError[] = [];
		const reauthenticate: Reauthenticate = (refusal) => {
			refusals.push(refusal);
			return ask?.(client) ?? Promise.resolve();
		};
		const client: Client = createClient({
			baseUrl: service.baseUrl,
			clock: service.now,
			...(ask && { reauthenticate }),
			...options,
		});
		const code = name === "bob" ? { code: app.next() } : {};
		await client.logIn({ username: name, ...proof, ...code });
		return { client, refusals };
	}

	return { service: () => service, app: () => app, guarded, apiOf, insatiable, loggedIn };
}
