import type { Config } from "../../platform/config/config.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { keyState } from "../../platform/keys/key-state.ts";
import { listSigningKeys } from "../../platform/keys/key-store.ts";
import type { SealingKeyring } from "../../platform/keys/sealing-keyring.ts";
import { createSigningKeys } from "../../platform/keys/signing-keys.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Check, failed, ok, warning } from "./check.ts";

const DAY = 86_400_000;

/** Whether tokens can be signed, and whether the key is not overdue. */
export async function checkSigningKeys(
	config: Config,
	database: Queryable,
	keyring: SealingKeyring,
	clock: Clock,
): Promise<Check[]> {
	const keys = await listSigningKeys(database);
	const active = keys.find((key) => keyState(key) === "active");
	const start = "sallyport serve makes what is missing when it starts.";
	if (active === undefined) return [failed("signing key", "there is no active key", start)];
	try {
		await createSigningKeys({ database, clock, box: keyring.box("signing key") }).active();
	} catch (error) {
		const fact = error instanceof Error ? error.message : String(error);
		return [failed("signing key", fact, "Restore database and secret from the same backup.")];
	}
	const age = clock() - (active.activatedAt ?? 0);
	const fact = `${active.algorithm}, active for ${Math.floor(age / DAY)} of ${Math.round(config.signingKeyLifetime / DAY)} days`;
	if (!keys.some((key) => keyState(key) === "next")) {
		return [warning("signing key", `${fact}; no next key is published`, "sallyport key rotate makes one.")];
	}
	if (age > config.signingKeyLifetime + DAY) {
		return [
			warning(
				"signing key",
				`${fact}: overdue`,
				"A running service rotates it; or run sallyport key rotate.",
			),
		];
	}
	return [ok("signing key", `${fact}; a next key is published`)];
}
