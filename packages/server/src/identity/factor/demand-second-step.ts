import { LoginError, type SecondFactorMethod } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { KnownDevices } from "../device/known-devices.ts";
import type { User } from "../user/user-store.ts";
import type { Challenges } from "./challenge.ts";
import type { PasskeyOptions } from "./passkey-options.ts";
import { listPasskeys } from "./passkey-store.ts";
import { countRecoveryCodes } from "./recovery-code-store.ts";
import { listTotpSecrets } from "./totp-store.ts";

/** After a right password: a challenge, and how it can be answered; the strongest way first, the last resort last. */
export function createDemandSecondStep(
	{ opened: { reads } }: Platform,
	{
		challenges,
		options,
		devices,
	}: {
		challenges: Challenges;
		options: PasskeyOptions;
		devices: Pick<KnownDevices, "mayTrust" | "trustSeconds">;
	},
) {
	return async function demandSecondStep(
		purpose: "login" | "reauthenticate",
		user: User,
		from: Parameters<Challenges["issue"]>[2],
	): Promise<LoginError> {
		const passkeys = (await listPasskeys(reads, user.id)).filter(options.isUsable);
		const apps = await listTotpSecrets(reads, user.id);
		const codes = await countRecoveryCodes(reads, user.id);
		const methods: SecondFactorMethod[] = [];
		if (passkeys.length > 0) methods.push("passkey");
		if (apps.length > 0) methods.push("totp");
		if ((codes?.left ?? 0) > 0) methods.push("recovery_code");
		const { nonce, ...issued } = challenges.issue(purpose, user, from);
		const passkey = passkeys.length === 0 ? {} : { passkey: options.request(nonce, "preferred", passkeys) };
		const trustDevice = purpose === "login" && devices.mayTrust(user) ? devices.trustSeconds : undefined;
		const secondFactor = { ...issued, methods, ...passkey, trustDevice };
		return new LoginError("second_factor_required", { secondFactor });
	};
}
