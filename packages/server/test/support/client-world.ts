/** A service under a path, and clients in token mode with APIs beside it. */
import { after, afterEach, before } from "node:test";
import { type ClientOptions, createClient } from "../../../client/src/index.ts";
import { cheap } from "./cheap-hashing.ts";
import { type GuardedApi, startApi } from "./guarded-api.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";
import { watchFetch } from "./watched-fetch.ts";

export const ada = { username: "ada", password: ADMIN_PASSWORD };
export const renewal = "POST /analytics/api/auth/renew";

/** The `Authorization` header of each request that an API got. */
export const tokens = ({ requests }: GuardedApi) => requests.map(({ headers }) => headers.authorization);

export function createClientWorld() {
	let service: TestService;
	const apis: GuardedApi[] = [];
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		await service.addUser("ada");
	});
	afterEach(async () => {
		for (const api of apis.splice(0)) await api.stop();
	});
	after(() => service.stop());

	async function apiOf(answer?: Parameters<typeof startApi>[0]): Promise<GuardedApi> {
		const api = await startApi(answer);
		apis.push(api);
		return api;
	}

	async function loggedIn(options: Partial<ClientOptions> = {}) {
		const watched = watchFetch();
		const { fetch } = watched;
		const client = createClient({ baseUrl: service.baseUrl, clock: service.now, fetch, ...options });
		await client.logIn(ada);
		return { client, ...watched, renewals: () => watched.count(renewal) };
	}

	return { service: () => service, apiOf, loggedIn };
}
