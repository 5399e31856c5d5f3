import { countTotpSecrets } from "../../identity/factor/totp-store.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import { listKeys, listSigningKeys, removeKeys } from "../../platform/keys/key-store.ts";
import { createRotateSecret } from "../../platform/keys/rotate-secret.ts";
import type { MasterSecret } from "../../platform/keys/secret.ts";
import type { Platform } from "../../platform/platform.ts";
import { createBothSigningKeys } from "./both-signing-keys.ts";
import { createEndSessionsOfAll } from "./end-sessions-of-all.ts";
import { nextSecret } from "./next-secret.ts";
import { whileActive } from "./while-active.ts";

/** What an operator may do to keys: the next one takes over, or, when an attacker knows them, all of them are replaced. */
export function createKeyAdministration(deployment: Platform & Keys & { secret: MasterSecret }) {
	const { clock, opened, audit, sealingKeyRotation } = deployment;
	const { transact } = audit;
	const rotateSecret = createRotateSecret({ transact, clock });
	const signingKeys = createBothSigningKeys(deployment);
	// Cookies depend on no signing key.
	const endSessionsOfAll = createEndSessionsOfAll(deployment);
	/** `totpSecrets`: how many authenticator apps the attacker knows. They are kept: without them a password alone would log in. */
	const replaceSealingKeys = async (...within: Parameters<typeof sealingKeyRotation.replaceAll>) => ({
		...(await sealingKeyRotation.replaceAll(...within)),
		totpSecrets: await countTotpSecrets(within[0]),
	});

	return {
		listSigningKeys: () => listSigningKeys(opened.database),
		/** Those that sign what applications get. */
		listOfApplications: signingKeys.listOfApplications,
		listSealingKeys: () => listKeys(opened.database, "sealing_keys"),

		/** `active`: the key that must still be in use. Throws precondition_failed; RotationTooEarly unless forced. */
		rotateSigningKey: (force: boolean, active?: string) =>
			signingKeys.rotate(force, whileActive(transact, "signing_keys", active)),

		/** Keys first: from then on all tokens are refused, so that what is interrupted has done the half that matters. */
		async replaceSigningKeys(active?: string) {
			await signingKeys.prepare(2);
			const by = whileActive(transact, "signing_keys", active);
			const replaced = await by((queries, record) => signingKeys.replaceAll(queries, record));
			return { ...replaced, ended: await endSessionsOfAll.ofTokens() };
		},

		/** As rotateSigningKey. */
		rotateSealingKey: async (force: boolean, active?: string) => ({
			...(await sealingKeyRotation.rotate(force, whileActive(transact, "sealing_keys", active))),
			applications: null,
		}),
		replaceSealingKeys: () => transact(replaceSealingKeys),

		/** `path`: where the new secret is. Throws secret_next_missing, secret_in_force; SecretNotAnnounced unless `force`. */
		async rotateSecret(force: boolean) {
			const { from, to, path, file } = nextSecret(deployment);
			await rotateSecret(from, to, { force, file });
			return { path };
		},

		/**
		 * For when an attacker knows the secret and the database: one transaction replaces the secret and every key under it, so
		 * that no moment leaves one half known. Then the token sessions end. Throws as rotateSecret does.
		 */
		async replaceSecret(force: boolean) {
			const { from, to, path, file } = nextSecret(deployment);
			await signingKeys.prepare(2);
			const replaced = await rotateSecret(from, to, { force, file }, async (queries, record) => {
				// First, so that no signing key is re-encrypted with the sealing keys, whether or not it opens.
				const removed = {
					signing_keys: await removeKeys(queries, "signing_keys"),
					oidc_signing_keys: await removeKeys(queries, "oidc_signing_keys"),
				};
				const sealing = await replaceSealingKeys(queries, record);
				return { sealing, signing: await signingKeys.replaceAll(queries, record, removed) };
			});
			const ended = await endSessionsOfAll.ofTokens();
			return { path, sealing: replaced.sealing, signing: { ...replaced.signing, ended } };
		},
	};
}
