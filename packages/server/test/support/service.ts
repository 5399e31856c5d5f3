/** A whole service on free ports and a database of its own, with a clock that travels; for every journey over HTTP. */

import { startService } from "#start-service";
import { createPasswordStrength } from "#strength";
import { freePort } from "../../../../scripts/lib/free-port.ts";
import { loadConfig } from "../../src/platform/config/config.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import type { RunningService } from "../../src/start-service.ts";
import { cheap } from "./cheap-hashing.ts";
import { createHostedRunner, type Run } from "./command.ts";
import { createTestDatabase } from "./databases.ts";
import { keepKeys, plantKeys } from "./keys-of-applications.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export { freePort };

export const ADMIN_PASSWORD = "correct horse battery staple";
/** Of every service that is started here, unless its settings name another. */
export const TEST_SECRET = "a secret of this test, long enough to be one";

const ownDialect = process.env.TEST_DATABASE === "postgres" ? "postgres" : "sqlite";

/** One thread for all services of a process: to load its dictionaries takes longer than most tests. */
const { guesses } = createPasswordStrength({ rest: 10 * 60_000 });
export const strength = { guesses, close: async () => {} };

export interface TestService {
	baseUrl: string;
	/** For raw sockets. */
	port: number;
	running: RunningService;
	/** Every line that was logged. */
	logged: object[];
	/** Moves the service's clock forward, in milliseconds. */
	travel(milliseconds: number): void;
	now(): number;
	addUser(name: string, password?: string): Promise<{ id: string }>;
	/** A client with a cookie jar of its own. */
	visitor(headers?: Record<string, string>): Visitor;
	/** A visitor with a cookie session. */
	loggedIn(name: string, password?: string): Promise<Visitor>;
	/** The CSRF token in the source of that user's account page, as a user would copy it. */
	copiedCsrf(visitor: Visitor): Promise<string>;
	stop(): Promise<void>;
}

export interface TestServiceOptions {
	/** Default: a SQLite file in a temporary folder, or PostgreSQL with `npm test -- WORDS --postgres`. */
	databaseUrl?: string;
	/** Path prefix of the base URL, such as "/analytics". */
	prefix?: string;
	/** SALLYPORT_* settings. */
	settings?: Record<string, string>;
	/** What its clock shows at the start, in ms since 1970; the present unless given. */
	startsAt?: number;
}

export async function startTestService({
	databaseUrl: given,
	prefix = "",
	settings = {},
	startsAt = Date.now(),
}: TestServiceOptions = {}): Promise<TestService> {
	const own = given === undefined ? createTestDatabase(ownDialect, "migrated") : null;
	const databaseUrl = given ?? (await own?.url());
	const port = await freePort();
	let offset = startsAt - Date.now();
	const clock = () => Math.trunc(Date.now() + offset);
	const logged: object[] = [];
	const log = (line: object) => {
		logged.push(line);
	};
	const config = loadConfig({
		SALLYPORT_BASE_URL: `http://localhost:${port}${prefix}`,
		SALLYPORT_PORT: String(port),
		SALLYPORT_OPERATIONS_PORT: "0",
		SALLYPORT_DATABASE_URL: databaseUrl,
		// Test machines are busy, and the low priority of hashing lets it starve there.
		SALLYPORT_HASH_DEADLINE: "30s",
		// Else each wrong password of a test would cost its time.
		SALLYPORT_REFUSAL_FLOOR: "0s",
		SALLYPORT_SECRET: TEST_SECRET,
		...settings,
	});
	const hasKeysOfTests = config.oidc === "on" && settings.SALLYPORT_SECRET === undefined;
	if (hasKeysOfTests) await plantKeys(config.databaseUrl);
	const running = await startService({
		config,
		clock,
		random: systemRandom,
		strength,
		log: { info: log, warn: log, error: log },
	});
	const { deployment, hasher } = running;
	// Large ones: on a busy machine they take longer than a request waits for them.
	if (config.oidc === "on") await deployment.oidcKeyRotation.ensure();
	if (hasKeysOfTests) await keepKeys(config.databaseUrl);
	const { users } = deployment.administration;
	const { baseUrl } = config;
	const visitor = (headers?: Record<string, string>) => createVisitor(baseUrl, headers);

	return {
		baseUrl,
		port,
		running,
		logged,
		travel(milliseconds) {
			offset += milliseconds;
		},
		now: clock,
		async addUser(name, password = ADMIN_PASSWORD) {
			const { user } = await users.add({ name, role: "user", passwordHash: await hasher.hash(password) });
			return { id: user.id };
		},
		visitor,
		async loggedIn(name, password = ADMIN_PASSWORD) {
			const someone = visitor();
			const answer = await someone.logIn(name, password, { session: true });
			if (answer.status !== 200)
				throw new Error(`login answered ${answer.status} ${JSON.stringify(answer.body)}`);
			return someone;
		},
		async copiedCsrf(someone) {
			const page = await someone.get("/account");
			return /<meta name="csrf-token" content="([^"]+)">/.exec(page.text)?.[1] ?? "";
		},
		async stop() {
			await running.stop();
			await own?.remove();
		},
	};
}

/** For commands beside a running service: its database, secret and address. */
export const createRunnerBeside = ({ baseUrl }: TestService, databaseUrl: string): Run =>
	createHostedRunner({
		...cheap,
		SALLYPORT_SECRET: TEST_SECRET,
		SALLYPORT_DATABASE_URL: databaseUrl,
		SALLYPORT_BASE_URL: baseUrl,
	});
