/** What the database holds: tables, keys, users. */

import { userState } from "../../identity/user/user.ts";
import type { Said } from "../../platform/config/appearance-settings.ts";
import type { Config } from "../../platform/config/config.ts";
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
import { type CountedUsers, type Finding, failed, mebibytes, ok, warning } from "./check.ts";
import { checkHosts } from "./check-hosts.ts";

const MEBIBYTE = 1_048_576;

/**
 * Whether the database has its tables, keeps commits after a power cut, and has room. The result is whether the tables are
 * up to date. Rejects when the database is unavailable.
 */
export async function* checkDatabase(
	{ databaseUrl }: Config,
	opened: OpenedDatabase,
	clock: Clock,
): AsyncGenerator<Finding, boolean> {
	yield* checkHosts(opened);
	const { product, undurable, clock: storeClock } = await describeStore(opened);
	yield ok("database", { en: `${product} answers`, de: `${product} antwortet.` });
	const pending = await pendingMigrations(opened);
	yield checkTables(pending);
	yield checkDurability(opened, undurable);
	if (storeClock !== null) yield checkStoreClock(storeClock - clock());
	yield* checkFile(databaseUrl);
	return pending.length === 0;
}

function checkTables(pending: readonly string[]): Finding {
	if (pending.length === 0) return ok("tables", { en: "up to date", de: "Auf dem neuesten Stand." });
	const names = pending.join(", ");
	return warning(
		"tables",
		{ en: `not migrated yet: ${names}`, de: `Noch nicht migriert: ${names}.` },
		{
			en: `${PROGRAM} serve or ${PROGRAM} migrate does it.`,
			de: `${PROGRAM} serve oder ${PROGRAM} migrate holt das nach.`,
		},
	);
}

function checkDurability({ dialect }: OpenedDatabase, undurable: readonly string[]): Finding {
	const isSqlite = dialect === "sqlite";
	const de = undurable.join(", ");
	const settings = { en: isSqlite ? de : de.replaceAll(" off", " is off"), de };
	if (undurable.length > 0)
		return warning(
			"durability",
			{
				en: `a power cut may bring back ended sessions: ${settings.en}`,
				de: `Ein Stromausfall kann beendete Sitzungen zurückbringen: ${settings.de}.`,
			},
			{
				en: "Turn the durability settings of the database on again.",
				de: "Schalten Sie diese Einstellungen der Datenbank wieder ein.",
			},
		);
	return ok(
		"durability",
		isSqlite
			? {
					en: "write-ahead log, flushed before an answer",
					de: "Write-ahead-Log, vor jeder Antwort auf der Platte.",
				}
			: { en: "commits are durable", de: "Commits sind dauerhaft." },
	);
}

function checkStoreClock(difference: number): Finding {
	const seconds = Math.round(difference / 1000);
	if (Math.abs(seconds) <= 5)
		return ok("database clock", {
			en: "agrees with this machine",
			de: "Stimmt mit der dieser Maschine überein.",
		});
	const fact = {
		en: `differs from this machine by ${seconds} s`,
		de: `Geht gegenüber dieser Maschine um ${seconds} s falsch.`,
	};
	const advice = {
		en: "Synchronize the clocks (NTP): instances that disagree end sessions too early, and refuse codes of authenticator apps.",
		de: "Synchronisieren Sie die Uhren (NTP): Sonst beenden Instanzen Sitzungen zu früh und lehnen Codes von Authenticator-Apps ab.",
	};
	return warning("database clock", fact, advice);
}

function* checkFile(databaseUrl: string): Generator<Finding> {
	const mode = fileMode(databaseUrl);
	if (mode !== null && (mode & 0o077) !== 0) {
		const fact = {
			en: `others may read the database file (mode ${mode.toString(8)})`,
			de: `Andere dürfen die Datei der Datenbank lesen (Modus ${mode.toString(8)}).`,
		};
		yield warning("database file", fact, {
			en: "chmod 600 the file and its -wal and -shm.",
			de: "Führen Sie chmod 600 aus, für die Datei und ihr -wal und -shm.",
		});
	}
	const free = freeSpace(databaseUrl);
	if (free === null) return;
	const fact = {
		en: `${mebibytes(free)} free beside the database`,
		de: `${mebibytes(free)} frei neben der Datenbank.`,
	};
	const advice = {
		en: "Free up space on that disk: when it is full, no one can log in.",
		de: "Schaffen Sie dort Platz: Ist die Platte voll, kann sich niemand anmelden.",
	};
	if (free < 50 * MEBIBYTE) yield failed("disk", fact, advice);
	else yield free < 500 * MEBIBYTE ? warning("disk", fact, advice) : ok("disk", fact);
}

/** Whether tokens can be signed, and whether the key is not overdue. */
export async function checkSigningKey(
	{ signingKeyLifetime }: Config,
	database: Queryable,
	keyring: SealingKeyring,
	clock: Clock,
): Promise<Finding> {
	const bad = (fact: Said, advice: Said) => failed("signing key", fact, advice);
	const keys = await listSigningKeys(database);
	const active = keys.find((key) => keyState(key) === "active");
	if (active === undefined)
		return bad(
			{ en: "there is no active key", de: "Es ist keiner in Gebrauch." },
			{
				en: `${PROGRAM} serve makes what is missing when it starts.`,
				de: `${PROGRAM} serve legt beim Start an, was fehlt.`,
			},
		);
	try {
		const load = async () => keyring.load(await listSealingKeys(database));
		const open = createOpenStored({ keyring, load })("signing key");
		await createSigningKeys({ database, clock, open }).active();
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return bad(
			{ en: message, de: `Er ist nicht zu gebrauchen: „${message}“` },
			{
				en: "Restore database and secret from the same backup.",
				de: "Stellen Sie Datenbank und Geheimnis aus demselben Backup wieder her.",
			},
		);
	}
	const age = clock() - (active.activatedAt ?? 0);
	return judgeSigningKey(active.algorithm, {
		age,
		lifetime: signingKeyLifetime,
		hasNext: keys.some((key) => keyState(key) === "next"),
	});
}

function judgeSigningKey(
	algorithm: string,
	{ age, lifetime, hasNext }: { age: number; lifetime: number; hasNext: boolean },
): Finding {
	const [days, most] = [Math.floor(age / DAY), Math.round(lifetime / DAY)];
	const fact = (also: Said) => ({
		en: `${algorithm}, active for ${days} of ${most} days${also.en}`,
		de: `${algorithm}, seit ${days} von ${most} Tagen in Gebrauch${also.de}.`,
	});
	if (!hasNext)
		return warning(
			"signing key",
			fact({ en: "; no next key is published", de: "; kein nächster ist veröffentlicht" }),
			{ en: `${PROGRAM} key rotate makes one.`, de: `${PROGRAM} key rotate erstellt einen.` },
		);
	if (age > lifetime + DAY)
		return warning("signing key", fact({ en: ": overdue", de: ": überfällig" }), {
			en: `A running service rotates it; or run ${PROGRAM} key rotate.`,
			de: `Ein laufender Dienst wechselt ihn; sonst tut es ${PROGRAM} key rotate.`,
		});
	return ok("signing key", fact({ en: "; a next key is published", de: "; der nächste ist veröffentlicht" }));
}

/** Whether there is an active admin. */
export async function checkUsers(
	{ all, orMore, admins }: CountedUsers,
	queries: Queryable,
	clock: Clock,
): Promise<Finding> {
	const active = admins.filter((user) => userState(user) === "active").length;
	const fact = {
		en: `${all}${orMore ? " or more" : ""} in all, ${active} active admin${active === 1 ? "" : "s"}`,
		de: `${all}${orMore ? " oder mehr" : ""} insgesamt, ${active} ${active === 1 ? "aktiver Admin" : "aktive Admins"}.`,
	};
	if (active > 0) return ok("users", fact);
	const waiting = admins.find((user) => user.disabledAt === null);
	if (waiting === undefined)
		return warning("users", fact, {
			en: `${PROGRAM} user add NAME --role admin makes one.`,
			de: `${PROGRAM} user add NAME --role admin fügt einen hinzu.`,
		});
	const open = await listOpenSetupLinks(queries, clock());
	const isOpen = open.some(({ userId }) => userId === waiting.id);
	return warning(
		"users",
		{
			en: `${fact.en}; ${waiting.username} has no password and the setup link ${isOpen ? "is open" : "has expired"}`,
			de: `${fact.de} ${waiting.username} hat kein Passwort, und der Link dafür ist ${isOpen ? "offen" : "abgelaufen"}.`,
		},
		{
			en: `${PROGRAM} setup-link prints a link that works.`,
			de: `${PROGRAM} setup-link zeigt einen Link, der gilt.`,
		},
	);
}
