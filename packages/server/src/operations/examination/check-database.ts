/** What the database holds: tables, keys, users. */

import { userState } from "../../identity/user/user.ts";
import type { Config } from "../../platform/config/config.ts";
import { describeHosts } from "../../platform/database/choose-host.ts";
import { describeStore, fileMode, freeSpace } from "../../platform/database/describe-store.ts";
import { pendingMigrations } from "../../platform/database/migrations/migrate.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { keyState } from "../../platform/keys/key-state.ts";
import { listSealingKeys, listSigningKeys } from "../../platform/keys/key-store.ts";
import { createOpenStored } from "../../platform/keys/open-stored.ts";
import type { SealingKeyring } from "../../platform/keys/sealing-keyring.ts";
import { createSigningKeys } from "../../platform/keys/signing-keys.ts";
import { type Clock, DAY } from "../../platform/lib/clock.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { listOpenSetupLinks } from "../setup-link/setup-link-store.ts";
import { type Check, type CountedUsers, failed, mebibytes, ok, warning } from "./check.ts";

const MEBIBYTE = 1_048_576;

/**
 * Whether the database has its tables, keeps commits after a power cut, and has room. The result is whether the tables are
 * up to date. Rejects when the database is unavailable.
 */
export async function* checkDatabase(
	{ databaseUrl }: Config,
	opened: OpenedDatabase,
	clock: Clock,
): AsyncGenerator<Check, boolean> {
	yield* checkHosts(opened);
	const { product, undurable, clock: storeClock } = await describeStore(opened);
	yield ok("database", `${product} answers`);
	const pending = await pendingMigrations(opened);
	if (pending.length === 0) yield ok("tables", "up to date");
	else {
		const fact = `not migrated yet: ${pending.join(", ")}`;
		yield warning("tables", fact, `${PROGRAM} serve or ${PROGRAM} migrate does it.`);
	}
	if (undurable !== null) {
		const fact = `a power cut may bring back ended sessions: ${undurable}`;
		yield warning("durability", fact, "Turn the durability settings of the database on again.");
	} else if (opened.dialect === "sqlite") yield ok("durability", "write-ahead log, flushed before an answer");
	else yield ok("durability", "commits are durable");
	if (storeClock !== null) yield checkStoreClock(storeClock - clock());
	yield* checkFile(databaseUrl);
	return pending.length === 0;
}

/** Of a URL with several. Rejects when none can be used. */
async function* checkHosts({ hosts }: OpenedDatabase): AsyncGenerator<Check> {
	const advice = {
		unreachable: "Start it, or take it out of SALLYPORT_DATABASE_URL.",
		left_behind: "Stop it, and make it a standby of the new primary before it starts again.",
		read_only: "Turn default_transaction_read_only off, or find out why it is on.",
	};
	for (const each of (await hosts?.look()) ?? []) {
		const fact = describeHosts([each]);
		if (each.state === "primary" || each.state === "standby") yield ok("database host", fact);
		else yield warning("database host", fact, advice[each.state]);
	}
}

function checkStoreClock(difference: number): Check {
	const seconds = Math.round(difference / 1000);
	if (Math.abs(seconds) <= 5) return ok("database clock", "agrees with this machine");
	const fact = `differs from this machine by ${seconds} s`;
	const advice =
		"Synchronize the clocks (NTP): instances that disagree end sessions too early, and refuse codes of authenticator apps.";
	return warning("database clock", fact, advice);
}

function* checkFile(databaseUrl: string): Generator<Check> {
	const mode = fileMode(databaseUrl);
	if (mode !== null && (mode & 0o077) !== 0) {
		const fact = `others may read the database file (mode ${mode.toString(8)})`;
		yield warning("database file", fact, "chmod 600 the file and its -wal and -shm.");
	}
	const free = freeSpace(databaseUrl);
	if (free === null) return;
	const fact = `${mebibytes(free)} free beside the database`;
	const advice = "Free up space on that disk: when it is full, no one can log in.";
	if (free < 50 * MEBIBYTE) yield failed("disk", fact, advice);
	else yield free < 500 * MEBIBYTE ? warning("disk", fact, advice) : ok("disk", fact);
}

/** Whether tokens can be signed, and whether the key is not overdue. */
export async function checkSigningKey(
	{ signingKeyLifetime }: Config,
	database: Queryable,
	keyring: SealingKeyring,
	clock: Clock,
): Promise<Check> {
	const bad = (fact: string, advice: string) => failed("signing key", fact, advice);
	const keys = await listSigningKeys(database);
	const active = keys.find((key) => keyState(key) === "active");
	if (active === undefined)
		return bad("there is no active key", `${PROGRAM} serve makes what is missing when it starts.`);
	try {
		const load = async () => keyring.load(await listSealingKeys(database));
		const open = createOpenStored({ keyring, load })("signing key");
		await createSigningKeys({ database, clock, open }).active();
	} catch (error) {
		const fact = error instanceof Error ? error.message : String(error);
		return bad(fact, "Restore database and secret from the same backup.");
	}
	const doubt = (fact: string, advice: string) => warning("signing key", fact, advice);
	const age = clock() - (active.activatedAt ?? 0);
	const fact = `${active.algorithm}, active for ${Math.floor(age / DAY)} of ${Math.round(signingKeyLifetime / DAY)} days`;
	if (!keys.some((key) => keyState(key) === "next"))
		return doubt(`${fact}; no next key is published`, `${PROGRAM} key rotate makes one.`);
	if (age > signingKeyLifetime + DAY)
		return doubt(`${fact}: overdue`, `A running service rotates it; or run ${PROGRAM} key rotate.`);
	return ok("signing key", `${fact}; a next key is published`);
}

/** Whether there is an active admin. */
export async function checkUsers(
	{ all, orMore, admins }: CountedUsers,
	queries: Queryable,
	clock: Clock,
): Promise<Check> {
	const active = admins.filter((user) => userState(user) === "active").length;
	const fact = `${all}${orMore ? " or more" : ""} in all, ${active} active admin${active === 1 ? "" : "s"}`;
	if (active > 0) return ok("users", fact);
	const waiting = admins.find((user) => user.disabledAt === null);
	if (waiting === undefined)
		return warning("users", fact, `${PROGRAM} user add NAME --role admin makes one.`);
	const open = await listOpenSetupLinks(queries, clock());
	const link = open.some(({ userId }) => userId === waiting.id) ? "is open" : "has expired";
	const who = `${fact}; ${waiting.username} has no password and the setup link ${link}`;
	return warning("users", who, `${PROGRAM} setup-link prints a link that works.`);
}
