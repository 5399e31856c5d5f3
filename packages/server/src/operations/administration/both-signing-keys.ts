import type { RecordEvent, Transact } from "../../platform/audit/audit.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import { listSigningKeys, removeKeys, type SigningKeyTableName } from "../../platform/keys/key-store.ts";

interface Rotated {
	active: string;
	retired: string[];
}

/** The keys that sign access tokens, and those of applications, which rotate and go with them. */
export function createBothSigningKeys({
	opened,
	signingKeyRotation,
	oidcKeyRotation,
}: { opened: OpenedDatabase } & Pick<Keys, "signingKeyRotation" | "oidcKeyRotation">) {
	const listOfApplications = () => listSigningKeys(opened.database, "oidc_signing_keys");

	/** Before a transaction that makes so many of each kind. Resolves with whether applications have keys. */
	async function prepare(keys: number): Promise<boolean> {
		await signingKeyRotation.prepare(keys);
		const isApplied = (await listOfApplications()).length > 0;
		if (isApplied) await oidcKeyRotation.prepare(keys);
		return isApplied;
	}

	return {
		listOfApplications,
		prepare,

		/** Both kinds or neither, in transactions of `by`. `applications`: null where they have no keys. Throws RotationTooEarly unless forced. */
		async rotate(force: boolean, by: Transact): Promise<Rotated & { applications: Rotated | null }> {
			const isApplied = await prepare(1);
			return by(async (queries, record) => {
				const within: Transact = (work) => work(queries, record);
				const rotated = await signingKeyRotation.rotate(force, within);
				return { ...rotated, applications: isApplied ? await oidcKeyRotation.rotate(force, within) : null };
			});
		},

		/** Those of applications were stored beside the others, so an attacker has them too. `before`: what was removed already. */
		async replaceAll(
			queries: Queryable,
			record: RecordEvent,
			before: Partial<Record<SigningKeyTableName, readonly string[]>> = {},
		) {
			const applied = before.oidc_signing_keys ?? (await removeKeys(queries, "oidc_signing_keys"));
			if (applied.length > 0) await oidcKeyRotation.replaceAll(queries, record, applied);
			return signingKeyRotation.replaceAll(queries, record, before.signing_keys);
		},
	};
}
