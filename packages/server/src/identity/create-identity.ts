import type { Cookies } from "../platform/http/cookies.ts";
import {
	createMinimumResponseTime,
	type MinimumResponseTime,
} from "../platform/http/minimum-response-time.ts";
import { createRequesterOf, type RequesterOf } from "../platform/http/requester.ts";
import type { MaintenanceTask } from "../platform/maintenance.ts";
import type { Platform } from "../platform/platform.ts";
import { createKnownDevices, type KnownDevices } from "./device/known-devices.ts";
import type { PasswordHasher } from "./password/hash.ts";
import { createPasswordPolicy, type DemandGoodPassword } from "./password/policy.ts";
import { createRefusalTime, type RefusalTime } from "./password/refusal-time.ts";
import { removeCountersExpiredBefore } from "./throttle/attempt-store.ts";
import { createLoginRate, type LoginRate } from "./throttle/login-rate.ts";
import { createThrottle, type Throttle, type ThrottleDecision } from "./throttle/throttle.ts";
import { createVerifyPassword, type VerifyPassword } from "./verify-password.ts";

/** Users, and how a login proves who they are. */
export interface Identity {
	hasher: PasswordHasher;
	devices: KnownDevices;
	throttle: Throttle;
	loginRate: LoginRate;
	/** Every pathway that takes a present password. */
	verifyPassword: VerifyPassword;
	/** Every pathway that takes a new one. */
	demandGoodPassword: DemandGoodPassword;
	/** Who is at the other end of a request that takes a password. */
	requesterOf: RequesterOf;
	refusalTime: RefusalTime;
	minimumResponseTime: MinimumResponseTime;
	maintenance: MaintenanceTask[];
	close(): Promise<void>;
}

export async function createIdentity(
	platform: Platform,
	{
		hasher,
		cookies,
		throttleDecided,
	}: { hasher: PasswordHasher; cookies: Cookies; throttleDecided?: (decision: ThrottleDecision) => void },
): Promise<Identity> {
	const { config, clock, random, id, opened, keyring } = platform;
	const { baseUrl } = config;
	const devices = createKnownDevices({
		box: keyring.box("device"),
		deploymentId: id,
		clock,
		random,
		lifetime: config.deviceLifetime,
	});
	const throttle = createThrottleOf(platform, throttleDecided);
	const loginRate = createLoginRate({ clock, most: config.accountLogins });
	const refusalTime = createRefusalTime({ queries: opened.reads, hasher, setting: config.refusalFloor });
	await refusalTime.refresh();
	const policy = createPasswordPolicy({ minimumLength: config.passwordMinimum, baseUrl });
	return {
		hasher,
		devices,
		throttle,
		loginRate,
		verifyPassword: createVerifyPassword({ throttle, devices, hasher, loginRate, limits: config }),
		demandGoodPassword: policy.demand,
		requesterOf: createRequesterOf(cookies),
		refusalTime,
		minimumResponseTime: createMinimumResponseTime(refusalTime.answerAfter),
		maintenance: [
			{ run: refusalTime.refresh, apart: true },
			{ run: () => removeCountersExpiredBefore(opened.database, clock()) },
		],
		close: policy.close,
	};
}

/** The counters of guesses of a deployment, for the service and for commands. */
export function createThrottleOf(
	{ opened, audit, clock, keyring, config }: Platform,
	decided?: (decision: ThrottleDecision) => void,
): Throttle {
	return createThrottle({
		reads: opened.reads,
		transact: audit.transactUnsynced,
		clock,
		mac: keyring.mac("attempt"),
		limits: config,
		...(decided === undefined ? {} : { decided }),
	});
}
