import type { Transact } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import { lockDeployment } from "../../platform/keys/deployment-store.ts";
import { keyState } from "../../platform/keys/key-state.ts";
import { listKeys } from "../../platform/keys/key-store.ts";

/**
 * Transactions of an act that was decided while this key was in use: with another one in use by then they do nothing. The answer of the
 * same act may have been lost, or another operator, or the service itself, was faster. undefined: whichever key is in use.
 */
export function whileActive(
	transact: Transact,
	table: "signing_keys" | "sealing_keys",
	active: string | undefined,
): Transact {
	if (active === undefined) return transact;
	return (work) =>
		transact(async (queries, record) => {
			await lockDeployment(queries);
			const keys = await listKeys(queries, table);
			if (keys.find((key) => keyState(key) === "active")?.kid !== active)
				throw new LoginError(
					"precondition_failed",
					"Another key is in use by now, so nothing was done. Look at the keys again.",
				);
			return work(queries, record);
		});
}
