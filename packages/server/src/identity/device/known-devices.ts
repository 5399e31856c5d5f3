import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import type { Box } from "../../platform/lib/seal.ts";

interface DeviceUser {
	id: string;
	/** null, or left out: before this login, by the clock of this instance. */
	passwordChangedAt?: number | null;
	/** Likewise. */
	secondFactorAt?: number | null;
}

interface Device {
	name: string;
	/** The latest login first. */
	logins: Array<{ userId: string; at: number }>;
}

const NAME_LENGTH = 16;
const UUID_LENGTH = 16;
const TIME_LENGTH = 6;
const LOGIN_LENGTH = UUID_LENGTH + TIME_LENGTH;
/** When more users share a browser, the one who logged in longest ago counts as a stranger. */
const MOST_USERS = 5;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Devices on which a user has logged in before, by a sealed cookie (OWASP: device cookies). A known device has a budget
 * and a lane of its own, so that strangers who guess cannot lock its user out. It gives no entry and no identity.
 *
 * The cookie names one device and the last few users who logged in on it, each with the time of that login. The device
 * keeps its name, so that an older copy of its cookie shares the same budget.
 */
export function createKnownDevices(dependencies: {
	box: Box;
	deploymentId: string;
	clock: Clock;
	random: Random;
	/** Milliseconds since the login. */
	lifetime: number;
}) {
	const { box, deploymentId, clock, random, lifetime } = dependencies;

	/** Logins that are too long ago are left out. */
	function open(cookie: string | null): Device | null {
		const plain = cookie === null ? null : box.open(Buffer.from(cookie, "base64url"), deploymentId);
		if (plain === null) return null;
		const logins: Device["logins"] = [];
		for (let at = NAME_LENGTH; at + LOGIN_LENGTH <= plain.length; at += LOGIN_LENGTH) {
			logins.push({
				userId: toUuid(plain.subarray(at, at + UUID_LENGTH)),
				at: plain.readUIntBE(at + UUID_LENGTH, TIME_LENGTH),
			});
		}
		const since = clock() - lifetime;
		return {
			name: plain.subarray(0, NAME_LENGTH).toString("base64url"),
			logins: logins.filter((each) => each.at > since),
		};
	}

	return {
		/** Whether the cookie was made here and may still be good for a user; needs no row. */
		isOurs: (cookie: string | null): boolean => (open(cookie)?.logins.length ?? 0) > 0,
		/**
		 * The name of the device if the user has logged in on it since the password was set, and with all factors that are demanded;
		 * else null: who has the password alone could collect devices beforehand, each with guesses of its own.
		 */
		recognize(cookie: string | null, user: DeviceUser | null): string | null {
			const device = open(cookie);
			const login = device?.logins.find((each) => each.userId === user?.id);
			if (device === null || login === undefined) return null;
			return login.at >= knownSince(user) ? device.name : null;
		},
		/** The cookie after a login of the user. */
		remember(cookie: string | null, user: DeviceUser): string {
			const { id: userId } = user;
			const device = open(cookie) ?? { name: random(NAME_LENGTH).toString("base64url"), logins: [] };
			const others = device.logins.filter((each) => each.userId !== userId);
			// The password may have been set on an instance whose clock is ahead.
			const at = Math.max(clock(), knownSince(user));
			const logins = [{ userId, at }, ...others].slice(0, MOST_USERS);
			const plain = Buffer.alloc(NAME_LENGTH + logins.length * LOGIN_LENGTH);
			Buffer.from(device.name, "base64url").copy(plain);
			for (const [index, login] of logins.entries()) {
				const place = NAME_LENGTH + index * LOGIN_LENGTH;
				Buffer.from(login.userId.replaceAll("-", ""), "hex").copy(plain, place);
				plain.writeUIntBE(login.at, place + UUID_LENGTH, TIME_LENGTH);
			}
			return box.seal(plain, deploymentId).toString("base64url");
		},
	};
}

function knownSince(user: DeviceUser | null): number {
	return Math.max(user?.passwordChangedAt ?? 0, user?.secondFactorAt ?? 0);
}

function toUuid(bytes: Buffer): string {
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
