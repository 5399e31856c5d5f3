import type { Box } from "../../platform/lib/seal.ts";

export interface Device {
	/** Random. It never changes, so an older copy of the cookie shares its budget. */
	name: string;
	/** The latest first. */
	logins: DeviceLogin[];
}

export interface DeviceLogin {
	userId: string;
	at: number;
	trust: Trust | null;
}

/** A user's trust in a device. It is void as soon as the user's password or factors change. */
interface Trust {
	at: number;
	passwordChangedAt: number;
	factorsChangedAt: number;
}

const NAME_LENGTH = 16;
const UUID_LENGTH = 16;
const TIME_LENGTH = 6;
const LOGIN_LENGTH = UUID_LENGTH + TIME_LENGTH;
const TRUST_LENGTH = 3 * TIME_LENGTH;

/** Seals and opens the cookie of a device. A cookie without trust keeps the format of releases that had no trust. */
export function createDeviceCookie({
	box,
	trustBox,
	deploymentId,
}: {
	box: Box;
	/** Seals cookies with trust. */
	trustBox: Box;
	deploymentId: string;
}) {
	return {
		open(cookie: string | null): Device | null {
			if (cookie === null) return null;
			const sealed = Buffer.from(cookie, "base64url");
			const plain = box.open(sealed, deploymentId);
			if (plain !== null) return read(plain, false);
			const trusted = trustBox.open(sealed, deploymentId);
			return trusted === null ? null : read(trusted, true);
		},
		seal(device: Device): string {
			const withTrust = device.logins.some(({ trust }) => trust !== null);
			const sealed = (withTrust ? trustBox : box).seal(write(device, withTrust), deploymentId);
			return sealed.toString("base64url");
		},
	};
}

function read(plain: Buffer, withTrust: boolean): Device {
	const length = LOGIN_LENGTH + (withTrust ? TRUST_LENGTH : 0);
	const logins: DeviceLogin[] = [];
	for (let at = NAME_LENGTH; at + length <= plain.length; at += length) {
		const times = timesFrom(plain.subarray(at + UUID_LENGTH, at + length));
		const [loggedInAt = 0, trustedAt = 0, passwordChangedAt = 0, factorsChangedAt = 0] = times;
		logins.push({
			userId: toUuid(plain.subarray(at, at + UUID_LENGTH)),
			at: loggedInAt,
			trust: trustedAt === 0 ? null : { at: trustedAt, passwordChangedAt, factorsChangedAt },
		});
	}
	return { name: plain.subarray(0, NAME_LENGTH).toString("base64url"), logins };
}

function write({ name, logins }: Device, withTrust: boolean): Buffer {
	const written = logins.map(({ userId, at, trust }) => {
		const { at: trustedAt = 0, passwordChangedAt = 0, factorsChangedAt = 0 } = trust ?? {};
		const times = withTrust ? [at, trustedAt, passwordChangedAt, factorsChangedAt] : [at];
		return Buffer.concat([Buffer.from(userId.replaceAll("-", ""), "hex"), ...times.map(toBytes)]);
	});
	return Buffer.concat([Buffer.from(name, "base64url"), ...written]);
}

export const newDeviceName = (random: (bytes: number) => Buffer): string =>
	random(NAME_LENGTH).toString("base64url");

function timesFrom(bytes: Buffer): number[] {
	const count = bytes.length / TIME_LENGTH;
	return Array.from({ length: count }, (_, index) => bytes.readUIntBE(index * TIME_LENGTH, TIME_LENGTH));
}

function toBytes(time: number): Buffer {
	const bytes = Buffer.alloc(TIME_LENGTH);
	bytes.writeUIntBE(time, 0, TIME_LENGTH);
	return bytes;
}

function toUuid(bytes: Buffer): string {
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
