/** A service with admins, users and programs that administer it. */
import { after, before } from "node:test";
import { reservedScopes } from "../../src/platform/config/scopes.ts";
import { cheap } from "./cheap-hashing.ts";
import type { TestDatabase } from "./databases.ts";
import { bearerOf } from "./own-session.ts";
import { administrationOf } from "./people.ts";
import { startTestService, type TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

export const ALLOWED_ORIGIN = "https://app.example.com";

export interface AdministrationWorld {
	service(): TestService;
	newName(): string;
	/** A user in a browser. */
	person(role?: "user" | "admin"): Promise<{ id: string; name: string; visitor: Visitor }>;
	/** The headers of a program whose key has these scopes, or none. */
	program(
		scopes?: readonly string[],
	): Promise<{ id: string; keyId: string; headers: Record<string, string> }>;
	addUser(name?: string): Promise<{ id: string; name: string }>;
}

export function createAdministrationWorld(
	database: TestDatabase,
	settings: Record<string, string> = {},
): AdministrationWorld {
	let service: TestService;
	let names = 0;
	before(async () => {
		const ours = {
			SALLYPORT_SCOPES: "reports:read",
			SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1",
			SALLYPORT_ALLOWED_ORIGINS: ALLOWED_ORIGIN,
			SALLYPORT_CREDENTIAL_ORIGINS: ALLOWED_ORIGIN,
		};
		service = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...cheap, ...ours, ...settings },
		});
	});
	after(() => service.stop());

	const world: AdministrationWorld = {
		service: () => service,
		newName: () => `user${names++}`,

		async person(role = "user") {
			const name = world.newName();
			const { id } = await service.addUser(name);
			if (role === "admin") await administrationOf(service).users.setRole(name, "admin");
			return { id, name, visitor: await service.loggedIn(name) };
		},

		async program(scopes = reservedScopes) {
			const { users, accessKeys } = administrationOf(service);
			const name = `svc-${world.newName()}`;
			const { user } = await users.add({ name, kind: "service", role: "user", passwordHash: null });
			const { key, secret } = await accessKeys.add(name, { name: "job", scopes });
			const body = { username: name, password: secret };
			const csrf = `k1.${key.csrfReference}`;
			const login = await service.visitor().post("/api/auth/login", body, { csrf });
			return { id: user.id, keyId: key.id, headers: bearerOf(login) };
		},

		async addUser(name = world.newName()) {
			return { name, ...(await service.addUser(name)) };
		},
	};
	return world;
}

/** The member of an answer that is a list. */
export function listIn({ status, text, body }: Answer, member: string): Array<Record<string, unknown>> {
	if (status !== 200) throw new Error(`${status} ${text}`);
	return body?.[member] as Array<Record<string, unknown>>;
}

/** The id of the user that an answer says was added. */
export function madeIn({ status, text, body }: Answer): string {
	const made = body?.user as { id: string } | undefined;
	if (status !== 201 || made === undefined) throw new Error(`${status} ${text}`);
	return made.id;
}

/** Every row of a list, by pages of so many. */
export async function everyPage(admin: Visitor, list: string, member: string, limit = 200) {
	const path = `/api/admin/${list}${list.includes("?") ? "&" : "?"}limit=${limit}`;
	const rows: Array<Record<string, unknown>> = [];
	let [cursor, pages] = ["", 0];
	do {
		const page = await admin.get(`${path}${cursor}`);
		rows.push(...listIn(page, member));
		cursor = page.body?.next === null ? "" : `&cursor=${page.body?.next}`;
		pages += 1;
	} while (cursor !== "");
	return { rows, pages };
}
