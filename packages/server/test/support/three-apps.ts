/** Three instances in one process, asked without a network: so many small histories fit into a test. */

import type { Insertable } from "kysely";
import { createApp } from "#app";
import { openDeployment } from "#open-deployment";
import { createPasswordHasher } from "../../src/identity/password/hash.ts";
import type { Deployment } from "../../src/open-deployment.ts";
import type { UserAdministration } from "../../src/operations/administration/administer-users.ts";
import { loadConfig } from "../../src/platform/config/config.ts";
import type { Tables } from "../../src/platform/database/tables.ts";
import type { App } from "../../src/platform/http/server.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { sha256 } from "../../src/platform/lib/hash.ts";
import { randomUuid, systemRandom } from "../../src/platform/lib/random.ts";
import { cheap } from "./cheap-hashing.ts";
import { ADMIN_PASSWORD, strength } from "./service.ts";

export interface ThreeApps {
	apps: App[];
	/** What an operator does, through the connections of one instance. */
	administration: UserAdministration[];
	/** So many users, each with one cookie session that has just begun. */
	loggedIn(count: number): Promise<Array<{ name: string; cookie: string }>>;
	close(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };

export async function startThreeApps(databaseUrl: string): Promise<ThreeApps> {
	const config = loadConfig({
		...cheap,
		SALLYPORT_SECRET: "a secret of this test, long enough to be one",
		SALLYPORT_DATABASE_URL: databaseUrl,
		SALLYPORT_HASH_DEADLINE: "30s",
		SALLYPORT_REFUSAL_FLOOR: "0s",
		SALLYPORT_ADDRESS_FAILURES: "1000000",
	});
	const surroundings = { config, clock: systemClock, random: systemRandom, log: silent };
	const parameters = { memory: 64, passes: 1, parallelism: 1 };
	const hasher = createPasswordHasher({ threads: 1, parameters, queueLimit: 1000, deadline: 30_000 });
	const passwordHash = await hasher.hash(ADMIN_PASSWORD);
	const deployments: Deployment[] = [];
	const apps: App[] = [];
	for (let instance = 0; instance < 3; instance += 1) {
		const deployment = await openDeployment(surroundings);
		deployments.push(deployment);
		apps.push((await createApp(deployment, { hasher, strength }, silent)).app);
	}
	let made = 0;
	return {
		apps,
		administration: deployments.map(({ administration }) => administration.users),
		async loggedIn(count) {
			const now = Date.now();
			const people = Array.from({ length: count }, () => {
				made += 1;
				return {
					id: randomUuid(systemRandom),
					name: `user${made}`,
					secret: systemRandom(32).toString("base64url"),
				};
			});
			const { database } = (deployments[0] as Deployment).opened;
			await database
				.insertInto("users")
				.values(
					people.map(({ id, name }) => ({
						...user(now, passwordHash),
						id,
						username: name,
						display_name: name,
					})),
				)
				.execute();
			await database
				.insertInto("sessions")
				.values(
					people.map(({ id, secret }) => ({
						...session(now),
						id: randomUuid(systemRandom),
						user_id: id,
						csrf_reference: systemRandom(16).toString("base64url"),
						secret_hash: sha256(secret),
					})),
				)
				.execute();
			return people.map(({ name, secret }) => ({ name, cookie: `sallyport-sid=${secret}` }));
		},
		async close() {
			for (const app of apps) await app.close();
			await hasher.close();
			for (const deployment of deployments) await deployment.close();
		},
	};
}

type NewUser = Omit<Insertable<Tables["users"]>, "id" | "username" | "display_name">;
const user = (now: number, passwordHash: string): NewUser => ({
	role: "user",
	password_hash: passwordHash,
	password_changed_at: now,
	created_at: now,
	last_login_at: now,
	last_login_address: null,
	disabled_at: null,
	login_window_started_at: null,
	logins_in_window: null,
});

type NewSession = Omit<Insertable<Tables["sessions"]>, "id" | "user_id" | "csrf_reference" | "secret_hash">;
const session = (now: number): NewSession => ({
	kind: "cookie",
	previous_secret_hash: null,
	previous_secret_until: null,
	created_at: now,
	authenticated_at: now,
	amr: null,
	last_seen_at: now,
	expires_at: now + 3_600_000,
	idle_expires_at: now + 3_600_000,
	ended_at: null,
	end_reason: null,
	client_address: null,
	user_agent: null,
	previous_login_at: null,
	previous_login_address: null,
	failed_logins: 0,
	status_list: null,
	status_index: null,
});
