import { createMinimumResponseTime } from "../platform/http/minimum-response-time.ts";
import { HOUR, MINUTE } from "../platform/lib/clock.ts";
import type { MaintenanceTask } from "../platform/maintenance.ts";
import type { Platform } from "../platform/platform.ts";
import { createKnownDevices } from "./device/known-devices.ts";
import { CHALLENGE_LIFETIME, createChallenges } from "./factor/challenge.ts";
import { removeChallengesExpiredBefore } from "./factor/challenge-store.ts";
import { createListMethods } from "./factor/list-methods.ts";
import { createPasskeyOptions } from "./factor/passkey-options.ts";
import { createSecondFactorPolicy } from "./factor/policy.ts";
import { createMakeRecoveryCodes } from "./factor/recovery-codes.ts";
import { createRequireSecondStep } from "./factor/require-second-step.ts";
import { createTotpOffers } from "./factor/totp-offers.ts";
import { createVerifyCode } from "./factor/verify-code.ts";
import { createVerifyPasskey } from "./factor/verify-passkey.ts";
import type { PasswordHasher } from "./password/hash.ts";
import { createPasswordPolicy } from "./password/policy.ts";
import { createRefusalTime } from "./password/refusal-time.ts";
import type { PasswordStrength } from "./password/strength.ts";
import type { ThrottleDecision } from "./throttle/admit.ts";
import { removeCountersExpiredBefore } from "./throttle/attempt-store.ts";
import { createLoginRate } from "./throttle/login-rate.ts";
import { createThrottle } from "./throttle/throttle.ts";
import { createWindowLimit } from "./throttle/window-limit.ts";
import { createVerifyPassword } from "./verify-password.ts";

/** Users, and how a login proves who they are. */
export type Identity = Awaited<ReturnType<typeof createIdentity>>;

/** What handles passwords off the main thread. Several services in one process may share it. */
export interface PasswordWork {
	hasher: PasswordHasher;
	/** If missing, the service makes its own. */
	strength?: PasswordStrength | undefined;
}

/** Changes that one user may make per hour. */
const MOST_OWN_CHANGES = 60;
/** Changes that one admin or access key may make per minute. */
const MOST_ACTS = 60;

interface IdentityUses extends PasswordWork {
	throttleDecided?: (decision: ThrottleDecision) => void;
}

export async function createIdentity(
	platform: Platform,
	{ hasher, strength, throttleDecided }: IdentityUses,
) {
	const { config, clock, random, id, opened, keyring } = platform;
	const devices = createKnownDevices({
		box: keyring.box("device"),
		trustBox: keyring.box("device2"),
		deploymentId: id,
		clock,
		random,
		lifetime: config.deviceLifetime,
		trustLifetime: config.secondFactorTrust,
	});
	const throttle = createThrottle(platform, throttleDecided);
	const loginRate = createLoginRate({ clock, most: config.accountLogins });
	const refusalTime = createRefusalTime({ queries: opened.reads, hasher, setting: config.refusalFloor });
	await refusalTime.refresh();
	const { passwordMinimum: minimumLength } = config;
	const passwordPolicy = createPasswordPolicy({ ...config, minimumLength, strength });
	const challenges = createChallenges(platform);
	const options = createPasskeyOptions(platform);
	const listMethods = createListMethods(options);
	const maintenance: MaintenanceTask[] = [
		{ run: refusalTime.refresh, apart: true },
		{ run: () => removeCountersExpiredBefore(opened.database, clock()) },
		// For another instance, whose clock is behind, they may not have expired yet.
		{ run: () => removeChallengesExpiredBefore(opened.database, clock() - CHALLENGE_LIFETIME) },
	];
	return {
		hasher,
		devices,
		throttle,
		loginRate,
		/** Every pathway that checks a user's current password. */
		verifyPassword: createVerifyPassword({ throttle, devices, hasher, loginRate, limits: config }),
		/** Every pathway that takes a code. */
		...createVerifyCode(platform, { throttle, hasher, devices }),
		/** Every pathway that takes a passkey. */
		verifyPasskey: createVerifyPasskey(platform, { throttle, options, devices }),
		passkeyOptions: options,
		/** Who must have a second factor. */
		secondFactorPolicy: createSecondFactorPolicy(config, clock),
		/** Every pathway that adds an authenticator app. */
		totpOffers: createTotpOffers(platform, throttle),
		/** Counts what a session can repeat without another hash, and whatever leaves a row each time. */
		countOwnChange: createWindowLimit(platform, "own change", { most: MOST_OWN_CHANGES, window: HOUR }),
		/** Counts what an admin or a key changes over HTTP: no person is that fast, and a program sends many at once. */
		countAdministration: createWindowLimit(platform, "administration", { most: MOST_ACTS, window: MINUTE }),
		makeRecoveryCodes: createMakeRecoveryCodes(platform, { hasher, loginRate }),
		/** Between the password and the second factor. */
		challenges,
		requireSecondStep: createRequireSecondStep(platform, { challenges, options, listMethods, devices }),
		listMethods,
		/** Every pathway that takes a new password. */
		requireGoodPassword: passwordPolicy.require,
		refusalTime,
		minimumResponseTime: createMinimumResponseTime(refusalTime.answerAfter),
		maintenance,
		close: passwordPolicy.close,
	};
}
