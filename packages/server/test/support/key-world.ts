/** Two instances on one database, people and service accounts with access keys, and programs that log in with them. */
import { after, before } from "node:test";
import { cheap } from "./cheap-hashing.ts";
import type { TestDatabase } from "./databases.ts";
import { administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";
import { startTwo, type TwoInstances } from "./two-instances.ts";
import type { Answer, Visitor } from "./visitor.ts";

export interface Key {
	id: string;
	key: string;
	csrf: string;
}

export const scopes = "reports:read reports:write";

type Asked = Record<string, unknown>;

interface KeyWorld {
	one(): TestService;
	other(): TestService;
	travel(milliseconds: number): void;
	newName(): string;
	/** A person in a browser. */
	newPerson(): Promise<{ name: string; id: string; visitor: Visitor }>;
	/** A service account and a key of it. */
	newService(asked?: Asked): Promise<Key & { name: string }>;
	makeKey(visitor: Visitor, asked?: Asked): Promise<Key>;
	/** A program: it has no cookies, and one header. */
	logIn(key: Omit<Key, "id"> & { name: string }, of?: LoginOf): Promise<Answer>;
}

export function createKeyWorld(database: TestDatabase, settings: Record<string, string> = {}) {
	let two: TwoInstances;
	let users = 0;
	before(async () => {
		const ours = { SALLYPORT_SCOPES: scopes, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1" };
		two = await startTwo(await database.url(), { ...cheap, ...ours, ...settings });
	});
	after(() => two.stop());

	/** With visitors of its own: others come through the load balancer, to either instance. */
	const direct = (instance: TestService): TestService => ({
		...instance,
		visitor: (headers) => two.at(instance, headers),
	});

	const world: KeyWorld = {
		one: () => direct(two.instances[0]),
		other: () => direct(two.instances[1]),
		travel(milliseconds) {
			for (const each of two.instances) each.travel(milliseconds);
		},
		newName: () => `user${users++}`,

		async newPerson() {
			const name = world.newName();
			const { id } = await world.one().addUser(name);
			return { name, id, visitor: await world.one().loggedIn(name) };
		},

		async newService(asked = {}) {
			const name = `svc-${world.newName()}`;
			const { users: all, accessKeys } = administrationOf(world.one());
			await all.add({ name, kind: "service", role: "user", passwordHash: null });
			const { key, secret } = await accessKeys.add(name, { name: "ci", ...asked });
			return { name, id: key.id, key: secret, csrf: `k1.${key.csrfReference}` };
		},

		async makeKey(visitor, asked = {}) {
			const made = await visitor.post("/api/auth/access-keys", { name: "ci", ...asked });
			if (made.status !== 201) throw new Error(`no key: ${made.text}`);
			const { id, key, csrf } = made.body as unknown as Key;
			return { id, key, csrf };
		},

		logIn({ name, key, csrf }, { at = world.one(), from = "192.0.2.7", more = {} } = {}) {
			const body = { username: name, password: key, ...more };
			return at.visitor().post("/api/auth/login", body, { csrf, "x-forwarded-for": from });
		},
	};
	return world;
}

interface LoginOf {
	at?: TestService;
	from?: string;
	more?: Asked;
}

/** What a refusal says, but for what differs in each answer. */
export function alike({ status, headers, body }: Answer): object {
	const { requestId: _requestId, ...said } = body ?? {};
	const names = [...headers.keys()].filter((name) => !/^(date|x-request-id|ratelimit.*)$/.test(name));
	return { status, said, headers: names.map((name) => [name, headers.get(name)]) };
}
