import type { Queryable } from "../database/tables.ts";
import type { Foundation } from "../foundation.ts";
import { findDeploymentFact, lockDeployment } from "./deployment-store.ts";
import { listSealingKeys } from "./key-store.ts";
import { createOidcKeys } from "./oidc-keys.ts";
import { createOpenStored } from "./open-stored.ts";
import { createSealingKeyRotation } from "./rotate-sealing-key.ts";
import { createSigningKeyRotation } from "./rotate-signing-key.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { createSealingKeyring, type SealingKeyring } from "./sealing-keyring.ts";
import { findSecrets, keysOf, type MasterSecret, secretPath, settleNextSecret } from "./secret.ts";
import { createSigningKeys } from "./signing-keys.ts";

export type Keys = ReturnType<typeof createKeys>;

/** An instance uses sealing keys that a command has deleted for this long at most; milliseconds. */
const RELOAD_EVERY = 1_000;

/** The keys of a deployment: the secret seals the sealing keys, and those seal the signing keys. */
export function createKeys(
	uses: Foundation & { secret: MasterSecret; macKey: Buffer; sealedColumns: readonly SealedColumn[] },
) {
	const { config, clock, random, opened, audit, secret, macKey } = uses;
	const { reads } = opened;
	const { transact } = audit;
	/** Of the secret, which may be in memory only, and of those that may take its place, as they are known now. */
	const masters = () => keysOf([...findSecrets(config), secret], random).map(({ master }) => master);
	const keyring = createSealingKeyring(masters, macKey, random);

	/** With the keys as they are in a transaction: the keyring in use shows what is committed. */
	async function loadKeyring(queries: Queryable): Promise<SealingKeyring> {
		const loaded = createSealingKeyring(masters, macKey, random);
		loaded.load(await listSealingKeys(queries));
		return loaded;
	}

	const sealingKeyRotation = createSealingKeyRotation({ ...uses, masters, keyring, loadKeyring });
	const openStored = createOpenStored({ keyring, load: sealingKeyRotation.load });
	const signingKeys = createSigningKeys({ database: reads, clock, open: openStored("signing key") });
	const sealingBox = (label: string) => async (queries: Queryable) => (await loadKeyring(queries)).box(label);
	const signingKeyRotation = createSigningKeyRotation(uses, sealingBox("signing key"), {
		kind: "signing_key",
		table: "signing_keys",
		algorithm: config.tokenAlgorithm,
		signedLives: config.tokenLifetime,
	});
	const oidcKeys = createOidcKeys({ database: reads, clock, open: openStored("oidc signing key") });
	const oidcKeyRotation = createSigningKeyRotation(uses, sealingBox("oidc signing key"), {
		kind: "oidc_signing_key",
		table: "oidc_signing_keys",
		// The one that every application knows (OpenID Connect Core, section 15.1).
		algorithm: "RS256",
		// A logout shows the id token of the login.
		signedLives: Math.max(config.oidcTokenLifetime, config.sessionAbsolute, config.remember),
	});
	return {
		masters,
		keyring,
		loadKeyring,
		openStored,
		signingKeys,
		signingKeyRotation,
		oidcKeys,
		oidcKeyRotation,
		sealingKeyRotation,
		/** After an interrupted rotation: a new secret beside the SQLite database takes its place if in force, else is removed. */
		async settleSecretFile(): Promise<void> {
			const path = secretPath(config.databaseUrl);
			if (path === null) return;
			await transact(async (queries) => {
				// Another rotation writes and settles its file under it.
				await lockDeployment(queries);
				settleNextSecret(path, await findDeploymentFact(queries, "secret_fingerprint"), random);
			});
		},
		maintenance: [
			// First, so that a new signing key is sealed with a key that exists.
			{ run: sealingKeyRotation.maintain },
			{ run: signingKeyRotation.maintain },
			...(config.oidc === "on" ? [{ run: oidcKeyRotation.maintain }] : []),
			{
				// A key that does not open is in the log, whether or not anyone logs in.
				async run() {
					await signingKeys.active();
				},
			},
			{ run: sealingKeyRotation.load, every: RELOAD_EVERY },
		],
	};
}
