/** `sallyport user import` beside a running service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { cheap } from "./cheap-hashing.ts";
import { createHostedRunner, type Ran, type Run } from "./command.ts";
import type { TestDatabase } from "./databases.ts";
import { knownHashes } from "./known-hashes.ts";
import { startTestService, type TestService } from "./service.ts";

const SALLYPORT_SECRET = "a secret of this test, long enough to be one";
export const hash = String(knownHashes["Django pbkdf2_sha256"]);
export const jsonLines = (...users: object[]) => users.map((user) => `${JSON.stringify(user)}\n`).join("");

interface Report {
	dryRun: boolean;
	users: number;
	imported: number;
	invited: number;
	withoutRecoveryCodes: number;
	skipped: number;
	refused: number;
	mistakes: Array<{ line: number; reason: string }>;
	hashes: Array<{ kind: string; cost: string; users: number; milliseconds: number | null }>;
}

export function createImportWorld(database: TestDatabase) {
	let service: TestService;
	let runHere: Run;
	let settings: Record<string, string>;
	let folder: string;
	before(async () => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-import-"));
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		settings = {
			...cheap,
			SALLYPORT_SECRET,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: service.baseUrl,
		};
		runHere = createHostedRunner(settings);
	});
	after(async () => {
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const queries = () => service.running.deployment.opened.database;
	const findUser = (username: string) =>
		queries().selectFrom("users").selectAll().where("username", "=", username).executeTakeFirst();
	const countRows = async (table: "users" | "audit_events") =>
		(await queries().selectFrom(table).select("id").execute()).length;
	const run: Run = (command, options) => runHere(command, options);
	const importText = (input: string, options = "") => run(`user import - ${options}`, { input });
	const reportOf = (ran: Ran) => ran.json() as unknown as Report;
	const file = (name: string, content: string) => {
		const path = join(folder, name);
		writeFileSync(path, content);
		return path;
	};
	return {
		service: () => service,
		settings: () => settings,
		queries,
		findUser,
		countRows,
		run,
		importText,
		reportOf,
		file,
	};
}
