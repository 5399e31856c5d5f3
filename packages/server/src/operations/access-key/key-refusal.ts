import type { CsrfProof } from "../../credentials/csrf/csrf.ts";
import type { AccessKey } from "../../identity/access-key/access-key.ts";
import type { ReasonOf } from "../../platform/audit/events.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { recordRefusal } from "../login/record-refusal.ts";
import type { Uses } from "../uses.ts";

/**
 * One answer where there is no such key and where it is not for this login: that of a wrong password. It counts by address and
 * CSRF token. Throws rate_limited.
 */
export function createKeyRefusal({ audit, throttle }: Uses<"audit" | "throttle">) {
	return async function recordedRefusal(
		{ csrf: { reference: csrfReference }, requester }: { csrf: CsrfProof; requester: Requester },
		/** null: there is no such key. */
		found: { key: AccessKey; reason: ReasonOf<"access_key_refused"> } | null,
	): Promise<LoginError> {
		await using attempt = await throttle.reserve({ username: null, requester, csrfReference, known: null });
		const { client } = requester;
		if (found === null) {
			const detail = { reason: "wrong_access_key" } as const;
			await recordRefusal(audit, [attempt], { event: "authn_login_fail", client, detail });
		} else {
			const { id, userId } = found.key;
			const detail = { accessKeyId: id, reason: found.reason };
			await recordRefusal(audit, [attempt], { event: "access_key_refused", userId, client, detail });
		}
		return new LoginError("invalid_credentials");
	};
}
