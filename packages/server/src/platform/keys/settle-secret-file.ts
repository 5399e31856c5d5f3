import type { Transact } from "../audit/audit.ts";
import type { Random } from "../lib/random.ts";
import { createKeyring } from "../lib/seal.ts";
import { findDeploymentFact, lockDeployment } from "./deployment-store.ts";
import { settleNextSecret } from "./secret.ts";

/**
 * What a rotation that was interrupted has left beside the SQLite database: the secret in force takes its place, another one goes.
 * `path`: of that place; null where there is none.
 */
export function createSettleSecretFile(dependencies: {
	transact: Transact;
	random: Random;
	path: string | null;
}): () => Promise<void> {
	const { transact, random, path } = dependencies;
	return async function settleSecretFile() {
		if (path === null) return;
		await transact(async (queries) => {
			// Another rotation writes and settles its file under it.
			await lockDeployment(queries);
			const inForce = await findDeploymentFact(queries, "secret_fingerprint");
			settleNextSecret(path, (value) => createKeyring(value, random).fingerprint === inForce);
		});
	};
}
