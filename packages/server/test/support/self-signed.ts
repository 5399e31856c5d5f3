/** A certificate for localhost that it signed itself, written by hand: Node makes keys, but no certificates (RFC 5280). */
import { generateKeyPairSync, sign } from "node:crypto";

export interface SelfSigned {
	key: string;
	cert: string;
}

function der(tag: number, ...parts: Array<Uint8Array | string>): Buffer {
	const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
	const { length } = content;
	const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const time = (milliseconds: number) =>
	der(0x17, `${new Date(milliseconds).toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`);
const extension = (id: string, ...value: Buffer[]) => sequence(identifier(id), der(0x04, sequence(...value)));

const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));
const COMMON_NAME = "550403";
const BASIC_CONSTRAINTS = "551d13";
const SUBJECT_ALTERNATIVE_NAME = "551d11";
const DAY = 86_400_000;

export function makeSelfSigned(now = Date.now()): SelfSigned {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const name = sequence(der(0x31, sequence(identifier(COMMON_NAME), der(0x0c, "localhost"))));
	const extensions = sequence(
		extension(BASIC_CONSTRAINTS, der(0x01, Buffer.from([0xff]))),
		extension(SUBJECT_ALTERNATIVE_NAME, der(0x82, "localhost")),
	);
	const content = sequence(
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.from([1])),
		ECDSA_WITH_SHA256,
		name,
		sequence(time(now - DAY), time(now + DAY)),
		name,
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, extensions),
	);
	const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
	const lines = sequence(content, ECDSA_WITH_SHA256, signature)
		.toString("base64")
		.replace(/(.{64})/g, "$1\n");
	return {
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
	};
}
