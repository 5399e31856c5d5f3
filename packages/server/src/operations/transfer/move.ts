import type { Config } from "../../platform/config/config.ts";
import { describeTables } from "../../platform/database/describe-tables.ts";
import { sqliteFile } from "../../platform/database/open.ts";
import { openSqliteAlone } from "../../platform/database/sqlite-source.ts";
import {
	findDeploymentFact,
	removeDeploymentFact,
	writeDeploymentFact,
} from "../../platform/keys/deployment-store.ts";
import type { MovedTo } from "../../platform/keys/require-in-service.ts";
import { findSecrets, keysOf, requireFitting } from "../../platform/keys/secret.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import { fill, type OnProgress, type Surroundings } from "./fill.ts";
import { withTarget } from "./open-target.ts";
import { identify, type NamedDatabase, withSnapshot } from "./snapshot.ts";

export type Moved = Awaited<ReturnType<typeof move>>;

/**
 * Moves the configured SQLite database to an empty PostgreSQL database. Marks the old one before the first row is copied, so
 * that no service starts on it and changes copied rows; the mark stays. After an interruption the next run starts again. Resolves
 * with the names of both (without a password), the secret of both, and whether an earlier run had done it. Throws Failure.
 */
export async function move({ config, clock, random }: Surroundings, url: string, onProgress?: OnProgress) {
	await using source = openSource(config);
	const { database } = source.opened;
	const to = withoutPassword(url);
	const { deployment, fingerprint, pending } = await identify(source);
	if (pending.length > 0) {
		const message = `${source.name} is older than this release (${pending.join(", ")}). Run: ${PROGRAM} migrate`;
		throw new Failure("migrations_pending", message);
	}
	const { secret } = requireFitting(keysOf(findSecrets(config), random), fingerprint);
	const mark = await findMark(source);
	if (mark !== null && !isSamePlace(mark.to, to)) {
		const what = mark.done ? "was moved" : "is being moved";
		const message = `${source.name} ${what} to ${mark.to}. To give that up: ${PROGRAM} move --undo`;
		throw new Failure("target_busy", message);
	}
	const write = (attempt: string, done: boolean) =>
		writeDeploymentFact(database, "moved_to", JSON.stringify({ attempt, to, done } satisfies MovedTo));
	return await withTarget(url, clock, async (target) => {
		const described = await describeTables(database);
		const already = mark !== null && (await isFilledBy(mark, target));
		const attempt = already ? mark.attempt : randomUuid(random);
		const onClaimed = () => write(attempt, false);
		const tables = already
			? await withSnapshot(source, (snapshot) => snapshot.checksums(described))
			: await fill({ source, target, tables: described, deployment, attempt, onProgress, onClaimed });
		await write(attempt, true);
		return { from: source.name, to, secret, tables, already };
	});
}

/** Also when that run was killed before it could say so in the old database. */
async function isFilledBy({ attempt }: MovedTo, { opened }: NamedDatabase): Promise<boolean> {
	return (await findDeploymentFact(opened.maintenance, "moved_from")) === attempt;
}

/** Puts the old database back into service; resolves with where it had been moved to. */
export async function undoMove(config: Config): Promise<MovedTo> {
	await using source = openSource(config);
	const mark = await findMark(source);
	if (mark === null)
		throw new Failure("not_moved", `${source.name} was not moved: the service can start on it.`);
	await removeDeploymentFact(source.opened.database, "moved_to");
	return mark;
}

async function findMark({ opened }: NamedDatabase): Promise<MovedTo | null> {
	const mark = await findDeploymentFact(opened.database, "moved_to");
	return mark === null ? null : (JSON.parse(mark) as MovedTo);
}

/** User and password may differ. */
function isSamePlace(one: string, other: string): boolean {
	const place = (url: string) => Object.assign(new URL(url), { username: "", password: "" }).href;
	return place(one) === place(other);
}

function openSource({ databaseUrl }: Config): NamedDatabase & AsyncDisposable {
	const path = sqliteFile(databaseUrl);
	if (path === null) {
		const message = `move starts from a SQLite file, and SALLYPORT_DATABASE_URL names none. Between other databases: ${PROGRAM} backup, then ${PROGRAM} restore.`;
		throw new Failure("not_sqlite", message);
	}
	const opened = openSqliteAlone(path);
	if (opened === null) {
		const message = `${path} is in use: stop the service first, and every other command on it.`;
		throw new Failure("database_in_use", message);
	}
	return { name: path, opened, [Symbol.asyncDispose]: opened.close };
}
