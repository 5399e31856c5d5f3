import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import type { Box } from "../../platform/lib/seal.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import { createDeviceCookie, type Device, type DeviceLogin, newDeviceName } from "./device-cookie.ts";

interface DeviceUser {
	id: string;
	/** null or missing: it counts as set before this login, by the clock of this instance. */
	passwordChangedAt?: number | null;
	/** null or missing: before this login too. */
	secondFactorAt?: number | null;
}

/** A user who may trust a device. */
export interface TrustingUser extends DeviceUser {
	role: string;
	factorsChangedAt?: number;
}

/** When more users share a browser, the one who logged in longest ago counts as unknown there. */
const MOST_USERS = 5;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Devices on which a user has logged in before, by a sealed cookie (OWASP: device cookies). A known device has a budget
 * and a lane of its own, so that attackers who guess cannot lock its user out. It logs no one in, and identifies no one.
 *
 * The cookie names one device and the last few users who logged in on it, each with the time of that login. A user who
 * trusts the device logs in there by the password alone, until the password or the factors change.
 */
export function createKnownDevices(dependencies: {
	box: Box;
	/** Seals cookies with trust. */
	trustBox: Box;
	deploymentId: string;
	clock: Clock;
	random: Random;
	/** Milliseconds since the login. */
	lifetime: number;
	/** Milliseconds since a user said so; 0: no device is trusted. */
	trustLifetime: number;
}) {
	const { clock, random, lifetime, trustLifetime } = dependencies;
	const cookies = createDeviceCookie(dependencies);

	/** Logins that are too long ago are left out, and so is trust. */
	function open(cookie: string | null): Device | null {
		const device = cookies.open(cookie);
		if (device === null) return null;
		const now = clock();
		const logins = device.logins
			.filter((each) => each.at > now - lifetime)
			.map((each) => {
				const isTrusted = each.trust !== null && Math.abs(now - each.trust.at) < trustLifetime;
				return isTrusted ? each : { ...each, trust: null };
			});
		return { ...device, logins };
	}

	/** Admins may trust no device. */
	function mayTrust({ role }: Pick<TrustingUser, "role">): boolean {
		return trustLifetime > 0 && role !== "admin";
	}

	return {
		/** Whether this service made the cookie, and it may still name a user. Reads no row. */
		isOurs: (cookie: string | null): boolean => (open(cookie)?.logins.length ?? 0) > 0,
		/** How the account knows the device, if the user has logged in on it since the password was set; else null. */
		recognize(cookie: string | null, user: DeviceUser | null): Known | null {
			const device = open(cookie);
			return device === null || loginOf(device, user) === null
				? null
				: { by: "device", reference: device.name };
		},
		mayTrust,
		trustSeconds: Math.floor(trustLifetime / 1000),
		/** Whether the user trusts the device: the password is enough. */
		isTrusted(cookie: string | null, user: TrustingUser): boolean {
			const trust = loginOf(open(cookie), user)?.trust ?? null;
			return (
				trust !== null &&
				mayTrust(user) &&
				trust.passwordChangedAt === (user.passwordChangedAt ?? 0) &&
				trust.factorsChangedAt === user.factorsChangedAt
			);
		},
		/** The cookie after a login of the user. `trusts`: all factors were proven, and the user trusts it from now on. */
		remember(cookie: string | null, user: TrustingUser, trusts = false): string {
			const { id: userId, passwordChangedAt, factorsChangedAt } = user;
			const device = open(cookie) ?? { name: newDeviceName(random), logins: [] };
			const before = device.logins.find((each) => each.userId === userId)?.trust ?? null;
			const others = device.logins.filter((each) => each.userId !== userId);
			// The password may have been set on an instance whose clock is ahead.
			const at = Math.max(clock(), knownSince(user));
			const trust =
				trusts && factorsChangedAt !== undefined && mayTrust(user)
					? { at: clock(), passwordChangedAt: passwordChangedAt ?? 0, factorsChangedAt }
					: // It lasts no longer for a login that rested on it.
						before;
			const logins = [{ userId, at, trust }, ...others].slice(0, MOST_USERS);
			return cookies.seal({ ...device, logins });
		},
	};
}

/**
 * The user's login on the device, if it came after the password was set and proved all factors that are on. Otherwise an
 * attacker with the password alone could collect devices in advance, each with guesses of its own.
 */
function loginOf(device: Device | null, user: DeviceUser | null): DeviceLogin | null {
	const login = device?.logins.find((each) => each.userId === user?.id);
	return login === undefined || login.at < knownSince(user) ? null : login;
}

function knownSince(user: DeviceUser | null): number {
	return Math.max(user?.passwordChangedAt ?? 0, user?.secondFactorAt ?? 0);
}
