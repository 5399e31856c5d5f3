import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import { listTokenSessionIds } from "../../credentials/session/session-store.ts";
import { countTotpSecrets } from "../../identity/factor/totp-store.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import { removeKeys } from "../../platform/keys/key-store.ts";
import { createRotateSecret } from "../../platform/keys/rotate-secret.ts";
import type { MasterSecret } from "../../platform/keys/secret.ts";
import type { Platform } from "../../platform/platform.ts";
import { nextSecret } from "./next-secret.ts";

/** Sessions that end in one transaction; logins go on between two. */
const BATCH = 500;

/** What an operator may do to keys: the next one takes over, or, when a stranger knows them, all of them are replaced. */
export function createKeyAdministration(deployment: Platform & Keys & { secret: MasterSecret }) {
	const { clock, opened, audit, signingKeyRotation, sealingKeyRotation } = deployment;
	const { transact } = audit;
	const rotateSecret = createRotateSecret({ transact, clock });
	/** `totpSecrets`: how many authenticator apps the stranger knows. They are kept: without them a password alone would log in. */
	const replaceSealingKeys = async (...within: Parameters<typeof sealingKeyRotation.replaceAll>) => ({
		...(await sealingKeyRotation.replaceAll(...within)),
		totpSecrets: await countTotpSecrets(within[0]),
	});

	/** Ends the token sessions of all users that have begun by now, and tells how many. Cookies depend on no signing key. */
	async function endTokenSessions(): Promise<number> {
		const startedBy = clock();
		let ended = 0;
		for (let after = ""; ; ) {
			const from = { startedBy, now: clock(), after, most: BATCH };
			const ids = await listTokenSessionIds(opened.database, from);
			const last = ids.at(-1);
			if (last === undefined) return ended;
			ended += await transact((queries, record) =>
				revokeSessions(queries, record, { ids }, { reason: "revoked_by_admin", now: clock() }),
			);
			after = last;
		}
	}

	return {
		/** Throws RotationTooEarly unless forced. */
		rotateSigningKey: (force = false) => signingKeyRotation.rotate(force, transact),

		/** Keys first: from then on all tokens are refused, so that what is interrupted has done the half that matters. */
		async replaceSigningKeys() {
			const replaced = await transact(signingKeyRotation.replaceAll);
			return { ...replaced, ended: await endTokenSessions() };
		},

		/** Throws RotationTooEarly unless forced. */
		rotateSealingKey: (force = false) => sealingKeyRotation.rotate(force, transact),
		replaceSealingKeys: () => transact(replaceSealingKeys),

		/** `path`: where the new secret is. Throws secret_next_missing, secret_in_force; SecretNotAnnounced unless `force`. */
		async rotateSecret(force: boolean) {
			const { from, to, path, file } = nextSecret(deployment);
			await rotateSecret(from, to, { force, file });
			return { path };
		},

		/**
		 * For a stranger who knows the secret and the database: one transaction replaces the secret and every key under it, so
		 * that no moment leaves one half known. Then the token sessions end. Throws as rotateSecret does.
		 */
		async replaceSecret(force: boolean) {
			const { from, to, path, file } = nextSecret(deployment);
			const replaced = await rotateSecret(from, to, { force, file }, async (queries, record) => {
				// First, so that no signing key is re-encrypted with the sealing keys, whether or not it opens.
				const removed = await removeKeys(queries, "signing_keys");
				const sealing = await replaceSealingKeys(queries, record);
				return { sealing, signing: await signingKeyRotation.replaceAll(queries, record, removed) };
			});
			const ended = await endTokenSessions();
			return { path, sealing: replaced.sealing, signing: { ...replaced.signing, ended } };
		},
	};
}
