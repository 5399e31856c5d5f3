import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { KnownDevices } from "../device/known-devices.ts";
import type { User } from "../user/user.ts";
import type { Challenges } from "./challenge.ts";
import type { createListMethods } from "./list-methods.ts";
import type { PasskeyOptions } from "./passkey-options.ts";

/** After a right password: a challenge, and how it can be answered. */
export function createRequireSecondStep(
	{ opened: { reads } }: Platform,
	{
		challenges,
		options,
		listMethods,
		devices,
	}: {
		challenges: Challenges;
		options: PasskeyOptions;
		listMethods: ReturnType<typeof createListMethods>;
		devices: Pick<KnownDevices, "mayTrust" | "trustSeconds">;
	},
) {
	return async function requireSecondStep(
		purpose: "login" | "reauthenticate",
		user: User,
		from: Parameters<Challenges["issue"]>[2],
	): Promise<LoginError> {
		const { methods, passkeys } = await listMethods.ofSecondFactor(reads, user.id);
		const { nonce, ...issued } = challenges.issue(purpose, user, from);
		const passkey = passkeys.length === 0 ? {} : { passkey: options.request(nonce, "preferred", passkeys) };
		const trustDevice = purpose === "login" && devices.mayTrust(user) ? devices.trustSeconds : undefined;
		const secondFactor = { ...issued, methods, ...passkey, trustDevice };
		return new LoginError("second_factor_required", { secondFactor });
	};
}
