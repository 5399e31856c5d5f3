import type { Queryable } from "../../platform/database/tables.ts";
import type { ReauthenticationMethod, SecondFactorMethod } from "../../platform/required-proof.ts";
import { findUserById } from "../user/user-store.ts";
import type { PasskeyOptions } from "./passkey-options.ts";
import { listPasskeys, type Passkey } from "./passkey-store.ts";
import { countRecoveryCodes } from "./recovery-code-store.ts";
import { listTotpSecrets } from "./totp-store.ts";

/** How a user can prove who they are. */
export function createListMethods({ isUsable }: Pick<PasskeyOptions, "isUsable">) {
	/** The strongest way first, the last resort last. */
	async function ofSecondFactor(
		queries: Queryable,
		userId: string,
	): Promise<{ methods: SecondFactorMethod[]; passkeys: Passkey[] }> {
		const passkeys = (await listPasskeys(queries, userId)).filter(isUsable);
		const apps = await listTotpSecrets(queries, userId);
		const codes = await countRecoveryCodes(queries, userId);
		const methods: SecondFactorMethod[] = [];
		if (passkeys.length > 0) methods.push("passkey");
		if (apps.length > 0) methods.push("totp");
		if ((codes?.left ?? 0) > 0) methods.push("recovery_code");
		return { methods, passkeys };
	}

	return {
		ofSecondFactor,
		/** Codes count only where two-step login is on; a passkey does without the password too. */
		async ofReauthentication(queries: Queryable, userId: string): Promise<ReauthenticationMethod[]> {
			const user = await findUserById(queries, userId);
			const { methods } = await ofSecondFactor(queries, userId);
			const isOn = user !== null && user.secondFactorAt !== null;
			return ["password", ...methods.filter((method) => isOn || method === "passkey")];
		},
	};
}
