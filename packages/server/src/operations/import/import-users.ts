/**
 * Imports users of another system with their password hashes, each of which is replaced at its user's next login.
 *
 * Reads one line at a time, writes a few hundred users per transaction with their audit events, and keeps only the usernames
 * in memory. An interrupted import leaves complete batches.
 */

import { switchOnForNewUsers } from "../../identity/factor/factor-store.ts";
import { sealedTotpSecrets, sealTotpSecret } from "../../identity/factor/sealed-totp-secrets.ts";
import { insertTotpSecrets } from "../../identity/factor/totp-store.ts";
import { writeImportedHash } from "../../identity/password/imported-hash.ts";
import { insertMembers } from "../../identity/user/group-store.ts";
import type { NewUser } from "../../identity/user/user.ts";
import { analyzeUsers, findTakenUsernames, insertUsersIfFree } from "../../identity/user/user-store.ts";
import type { AuditEvent } from "../../platform/audit/audit.ts";
import type { TotpSecretTable } from "../../platform/database/tables.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { requireGroups } from "../administration/change-profile.ts";
import { checkUser, type UserToImport } from "./check-user.ts";
import { createFindMisfits } from "./find-misfits.ts";
import { createTally, type ImportReport } from "./import-report.ts";
import type { Row } from "./read-rows.ts";

/** Users per transaction, which must be short because others wait for it. */
const BATCH = 500;

export interface ImportOptions {
	/** Write nothing. */
	dryRun: boolean;
	/** Of a username that already exists. */
	onConflict: "refuse" | "skip";
	/** Called after each batch with the totals so far. */
	onProgress?: (totals: { read: number; imported: number }) => void;
}

type Candidate = UserToImport & { line: number };

export async function importUsers(
	{
		opened,
		audit,
		clock,
		random,
		keyring,
	}: Pick<Platform, "opened" | "audit" | "clock" | "random" | "keyring">,
	rows: AsyncIterable<Row>,
	{ dryRun, onConflict, onProgress }: ImportOptions,
): Promise<ImportReport> {
	const { database, dialect } = opened;
	const box = keyring.box(sealedTotpSecrets.label);
	const tally = createTally();
	/** Canonical username → line. */
	const seen = new Map<string, number>();
	const findMisfits = createFindMisfits(database);
	let batch: Candidate[] = [];
	let imported = 0;

	for await (const row of rows) {
		const user = "mistake" in row ? row : checkUser(row.given, clock());
		if ("mistake" in user) {
			tally.refused(row.line, user.mistake);
			continue;
		}
		const earlier = seen.get(user.username);
		if (earlier !== undefined) {
			tally.refused(row.line, `username is that of line ${earlier}`);
			continue;
		}
		seen.set(user.username, row.line);
		batch.push({ ...user, line: row.line });
		if (batch.length === BATCH) await flush();
	}
	await flush();
	if (!dryRun && imported > 0 && dialect === "postgres") await analyzeUsers(database);
	return tally.report();

	async function flush(): Promise<void> {
		const names = batch.map(({ username }) => username);
		const taken = await findTakenUsernames(database, names);
		const misfits = await findMisfits(batch.filter(({ username }) => !taken.has(username)));
		const fitting = batch.filter((user) => !taken.has(user.username) && !misfits.has(user));
		if (!dryRun) for (const username of await insert(fitting)) taken.add(username);
		for (const user of batch) {
			const misfit = misfits.get(user);
			if (misfit !== undefined) tally.refused(user.line, misfit);
			else if (!taken.has(user.username)) {
				tally.imported(user);
				imported += 1;
			} else if (onConflict === "skip") tally.skipped();
			else tally.refused(user.line, "username is taken by a user of this service");
		}
		batch = [];
		onProgress?.({ read: seen.size, imported });
	}

	/** Resolves with the usernames that another user has taken since the check. */
	async function insert(fitting: readonly Candidate[]): Promise<Set<string>> {
		const now = clock();
		const users = fitting.map((user) => toUser(user, randomUuid(random), now));
		const apps = users.flatMap(({ id }, at) => toApp(id, fitting[at]?.totp ?? null, now));
		const groups = users.flatMap((user) => user.groups);
		const inserted = await audit.transact(async (queries, record) => {
			await requireGroups(queries, { groups });
			const ids = await insertUsersIfFree(queries, users);
			const added = users.filter(({ id }) => ids.has(id));
			await insertMembers(
				queries,
				added.map(({ id: userId, groups }) => ({ userId, groups })),
			);
			const theirs = apps.filter(({ user_id }) => ids.has(user_id));
			const withFactor = new Set(theirs.map(({ user_id }) => user_id));
			await insertTotpSecrets(queries, theirs);
			await switchOnForNewUsers(queries, { userIds: [...withFactor], now });
			await record(...added.map((user) => toEvent(user, withFactor.has(user.id))));
			return ids;
		});
		return new Set(users.filter(({ id }) => !inserted.has(id)).map(({ username }) => username));
	}

	function toApp(userId: string, totp: UserToImport["totp"], now: number): TotpSecretTable[] {
		if (totp === null) return [];
		const { secret, ...parameters } = totp;
		const id = randomUuid(random);
		return [
			{
				id,
				user_id: userId,
				name: "Imported authenticator app",
				secret_sealed: sealTotpSecret(box, { id, userId, secret }),
				...parameters,
				last_step: 0,
				created_at: now,
				last_used_at: null,
			},
		];
	}
}

function toUser(
	{ line: _line, disabled, hash, totp: _totp, ...user }: Candidate,
	id: string,
	now: number,
): NewUser {
	return {
		...user,
		id,
		kind: "person",
		passwordHash: hash === null ? null : writeImportedHash(hash),
		passwordChangedAt: hash === null ? null : now,
		createdAt: now,
		lastLoginAt: null,
		lastLoginAddress: null,
		disabledAt: disabled ? now : null,
	};
}

function toEvent({ id, username, role, groups }: NewUser, hasApp: boolean): AuditEvent {
	const more = { ...(groups.length > 0 ? { groups } : {}), ...(hasApp ? { secondFactor: true } : {}) };
	return { event: "user_created", userId: id, detail: { username, role, imported: true, ...more } };
}
