import { migrations } from "../../platform/database/migrations/list.ts";
import { pendingMigrations } from "../../platform/database/migrations/migrate.ts";
import { demandComplete } from "../../platform/keys/demand-in-service.ts";
import { DeploymentError } from "../../platform/keys/deployment-error.ts";
import { findDeploymentFact } from "../../platform/keys/deployment-store.ts";
import type { NamedDatabase } from "./snapshot.ts";

export interface Identity {
	/** Random id. */
	deployment: string;
	/** Of its secret. */
	fingerprint: string;
	/** Names of missing migrations. */
	pending: string[];
}

/** The deployment in a database. Throws DeploymentError no_deployment, move_unfinished; rejects if it is newer than this release. */
export async function identify({ opened, name }: NamedDatabase): Promise<Identity> {
	const pending = await pendingMigrations(opened);
	if (pending.length < migrations.length) {
		await demandComplete(opened.maintenance);
		const deployment = await findDeploymentFact(opened.maintenance, "id");
		const fingerprint = await findDeploymentFact(opened.maintenance, "secret_fingerprint");
		if (deployment !== null && fingerprint !== null) return { deployment, fingerprint, pending };
	}
	throw new DeploymentError("no_deployment", `${name} holds no deployment: there is nothing to copy.`);
}
