import { switchOnForNewUsers } from "../../identity/factor/factor-store.ts";
import { sealedTotpSecrets, sealTotpSecret } from "../../identity/factor/sealed-totp-secrets.ts";
import { insertTotpSecrets } from "../../identity/factor/totp-store.ts";
import { writeImportedHash } from "../../identity/password/imported-hash.ts";
import { insertMembers } from "../../identity/user/group-store.ts";
import type { NewUser } from "../../identity/user/user.ts";
import { insertUsersIfFree } from "../../identity/user/user-store.ts";
import type { AuditEvent } from "../../platform/audit/audit.ts";
import type { TotpSecretTable } from "../../platform/database/tables-of-factors.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { requireGroups } from "../administration/change-profile.ts";
import type { UserToImport } from "./check-user.ts";

export type Candidate = UserToImport & { line: number };

/** Writes users with their groups, their apps and their audit events, in one transaction. */
export function createInsertImported({
	audit,
	clock,
	random,
	keyring,
}: Pick<Platform, "audit" | "clock" | "random" | "keyring">) {
	const box = keyring.box(sealedTotpSecrets.label);

	/** Resolves with the usernames that another user has taken since the check. */
	return async function insert(fitting: readonly Candidate[]): Promise<Set<string>> {
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
	};

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
