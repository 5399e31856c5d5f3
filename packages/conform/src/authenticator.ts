/** An authenticator app (RFC 6238) and a passkey (WebAuthn Level 3) of our own, as small as a check needs them. */
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP = 30_000;
/** User present and user verified. */
const USER = 1 + 4;
const HAS_KEY = 64;

/** The code of six digits at a time in ms since the epoch. */
export function codeAt(secret: string, time: number): string {
	const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
	const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP)));
	const mac = createHmac("sha1", key).update(counter).digest();
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
	return String(number % 1_000_000).padStart(6, "0");
}

export interface Passkey {
	/** What a browser sends to add it. */
	registration: object;
	/** What a browser sends to log in with it. */
	assertion(challenge: string): object;
}

interface Place {
	/** Of the pages. */
	origin: string;
	rpId: string;
	userHandle: string;
	/** Of the registration. */
	challenge: string;
}

/** ES256, user verified, no attestation. */
export function createPasskey({ origin, rpId, userHandle, challenge }: Place): Passkey {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const { x = "", y = "" } = publicKey.export({ format: "jwk" });
	const id = randomBytes(16);
	let count = 0;
	const clientData = (type: string, asked: string) =>
		Buffer.from(JSON.stringify({ type, challenge: asked, origin, crossOrigin: false }));
	const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
	const key = new Map<number, Cbor>([
		[1, 2],
		[3, -7],
		[-1, 1],
		[-2, Buffer.from(x, "base64url")],
		[-3, Buffer.from(y, "base64url")],
	]);
	const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)];
	const attestation = new Map<string, Cbor>([
		["fmt", "none"],
		["attStmt", new Map()],
		["authData", Buffer.concat([authenticatorData(rpId, USER + HAS_KEY, count), ...credential])],
	]);
	return {
		registration: {
			...named,
			response: {
				clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
				attestationObject: cbor(attestation).toString("base64url"),
				transports: ["internal"],
			},
			clientExtensionResults: {},
		},
		assertion(asked) {
			count += 1;
			const data = clientData("webauthn.get", asked);
			const authenticator = authenticatorData(rpId, USER, count);
			const signature = sign("sha256", Buffer.concat([authenticator, sha256(data)]), privateKey);
			return {
				...named,
				response: {
					clientDataJSON: data.toString("base64url"),
					authenticatorData: authenticator.toString("base64url"),
					signature: signature.toString("base64url"),
					userHandle,
				},
				clientExtensionResults: {},
			};
		},
	};
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

function authenticatorData(rpId: string, flags: number, count: number): Buffer {
	const tail = Buffer.alloc(5);
	tail.writeUInt8(flags);
	tail.writeUInt32BE(count, 1);
	return Buffer.concat([sha256(rpId), tail]);
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>;

/** Small integers, bytes, texts and maps (RFC 8949). */
function cbor(value: Cbor): Buffer {
	const head = (major: number, size: number) =>
		Buffer.from(
			size < 24
				? [(major << 5) | size]
				: size < 256
					? [(major << 5) | 24, size]
					: [(major << 5) | 25, size >> 8, size & 255],
		);
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === "string")
		return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
	return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}
