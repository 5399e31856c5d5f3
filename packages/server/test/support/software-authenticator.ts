/** A passkey of its own: an authenticator as WebAuthn writes it, with nothing that the service uses, and one that can lie. */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { cbor } from "./cbor.ts";
import type { Answer, Visitor } from "./visitor.ts";

type Options = Record<string, unknown>;

/** What an assertion says; a forged one says something else. */
export interface Said {
	type?: string;
	origin: string;
	challenge: string;
	crossOrigin?: boolean;
	topOrigin?: string;
	rpId: string;
	/** User present 1, user verified 4, backup eligible 8, backed up 16. */
	flags: number;
	count: number;
	userHandle: string | undefined;
	/** Signs instead of the key of the passkey. */
	key?: KeyObject;
}

export interface SoftwarePasskey {
	/** The factor's id. */
	id: string;
	credentialId: string;
	userHandle: string;
	rpId: string;
	/** Of its last use. */
	count: number;
	/** What a browser sends for these options. */
	get(options: unknown, lie?: Partial<Said>): Assertion;
}

export type Assertion = ReturnType<typeof assertionOf>;

const base64url = (bytes: Buffer): string => bytes.toString("base64url");
const sha256 = (bytes: string | Buffer): Buffer => createHash("sha256").update(bytes).digest();

export interface NewPasskey {
	origin: string;
	/** COSE: -7 is ES256. */
	algorithm?: number;
	/** Of RS256. */
	rsa?: { modulusLength: number; publicExponent?: number };
	flags?: number;
	aaguid?: string;
	crossOrigin?: boolean;
	type?: string;
	rpId?: string;
	credentialId?: string;
	/** The attestation statement, with its format. */
	attestation?: [format: string, statement: Map<string, unknown>];
}

/** What a browser sends for these options, and the key. */
export function createCredential(options: unknown, made: NewPasskey) {
	const { challenge, rp } = options as { challenge: string; rp: { id: string } };
	const {
		algorithm = -7,
		rsa = { modulusLength: 2048 },
		flags = 1 + 4,
		aaguid = "",
		type = "webauthn.create",
	} = made;
	const { cose, key } = newKey(algorithm, rsa);
	const credentialId = made.credentialId ?? base64url(randomBytes(16));
	const idBytes = Buffer.from(credentialId, "base64url");
	const authData = Buffer.concat([
		authenticatorData(made.rpId ?? rp.id, flags + 64, 0),
		Buffer.from(aaguid.replaceAll("-", "").padStart(32, "0"), "hex"),
		Buffer.from([0, idBytes.length]),
		idBytes,
		cbor(cose),
	]);
	const { origin, crossOrigin = false } = made;
	const [format, statement] = made.attestation ?? ["none", new Map()];
	const attestation = new Map<string, unknown>([
		["fmt", format],
		["attStmt", statement],
		["authData", authData],
	]);
	const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
	const response = {
		id: credentialId,
		rawId: credentialId,
		type: "public-key",
		response: {
			clientDataJSON: base64url(clientData),
			attestationObject: base64url(cbor(attestation)),
			transports: ["internal", "hybrid"],
		},
		clientExtensionResults: { credProps: { rk: true } },
	};
	return { response, credentialId, key };
}

/** Of ES256, unless it is Ed25519 or RS256 (RFC 9053, RFC 8230). */
function newKey(
	algorithm: number,
	rsa: { modulusLength: number },
): { cose: Map<number, unknown>; key: KeyObject } {
	const bytes = (text = "") => Buffer.from(text, "base64url");
	if (algorithm === -8) {
		const { publicKey, privateKey: key } = generateKeyPairSync("ed25519");
		const { x } = publicKey.export({ format: "jwk" });
		const parameters: Array<[number, unknown]> = [
			[-1, 6],
			[-2, bytes(x)],
		];
		return { key, cose: new Map<number, unknown>([[1, 1], [3, algorithm], ...parameters]) };
	}
	if (algorithm === -257) {
		const { publicKey, privateKey: key } = generateKeyPairSync("rsa", rsa);
		const { n, e } = publicKey.export({ format: "jwk" });
		const parameters: Array<[number, unknown]> = [
			[-1, bytes(n)],
			[-2, bytes(e)],
		];
		return { key, cose: new Map<number, unknown>([[1, 3], [3, algorithm], ...parameters]) };
	}
	const { publicKey, privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const { x, y } = publicKey.export({ format: "jwk" });
	const parameters: Array<[number, unknown]> = [
		[-1, 1],
		[-2, bytes(x)],
		[-3, bytes(y)],
	];
	return { key, cose: new Map<number, unknown>([[1, 2], [3, algorithm], ...parameters]) };
}

function authenticatorData(rpId: string, flags: number, count: number): Buffer {
	const counter = Buffer.alloc(4);
	counter.writeUInt32BE(count);
	return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
}

function assertionOf(credentialId: string, key: KeyObject, said: Said) {
	const { type = "webauthn.get", challenge, origin, crossOrigin = false, topOrigin, userHandle } = said;
	const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }));
	const data = authenticatorData(said.rpId, said.flags, said.count);
	const signing = said.key ?? key;
	const hash = signing.asymmetricKeyType === "ed25519" ? null : "sha256";
	const signature = sign(hash, Buffer.concat([data, sha256(clientData)]), signing);
	return {
		id: credentialId,
		rawId: credentialId,
		type: "public-key",
		response: {
			clientDataJSON: base64url(clientData),
			authenticatorData: base64url(data),
			signature: base64url(signature),
			userHandle,
		},
		clientExtensionResults: {},
	};
}

/** Adds a passkey to the account of a visitor with a fresh session. */
export async function addPasskey(
	visitor: Visitor,
	made: NewPasskey,
	name?: string,
): Promise<SoftwarePasskey> {
	const offered = await visitor.post("/api/auth/factors/passkey/options");
	assert.equal(offered.status, 200, offered.text);
	const options = offered.body?.passkey as { user: { id: string }; rp: { id: string } };
	const { response, credentialId, key } = createCredential(options, made);
	const addition = { challenge: offered.body?.challenge, passkey: response, name };
	const added = await visitor.post("/api/auth/factors/passkey", addition);
	assert.equal(added.status, 201, added.text);
	const { flags = 1 + 4, origin } = made;
	const { user, rp } = options;
	return passkeyWith({
		id: String(added.body?.id),
		userHandle: user.id,
		rpId: rp.id,
		...{ credentialId, key, origin, flags },
	});
}

type Held = Pick<SoftwarePasskey, "id" | "credentialId" | "userHandle" | "rpId"> & {
	key: KeyObject;
	origin: string;
	flags: number;
};

/** A passkey that was added before. */
export function passkeyWith({ key, origin, flags, ...known }: Held): SoftwarePasskey {
	const passkey: SoftwarePasskey = {
		...known,
		count: 0,
		get(asked, lie = {}) {
			passkey.count += 1;
			const { challenge } = asked as Options;
			return assertionOf(passkey.credentialId, key, {
				origin,
				challenge: String(challenge),
				rpId: passkey.rpId,
				flags,
				count: passkey.count,
				userHandle: passkey.userHandle,
				...lie,
			});
		},
	};
	return passkey;
}

/** Turns two-step login on for a user of passkeys alone; resolves with the recovery codes. */
export async function turnOn(visitor: Visitor): Promise<string[]> {
	const made = await visitor.post("/api/auth/recovery-codes");
	assert.equal(made.status, 201, made.text);
	const on = await visitor.send("PUT", "/api/auth/second-factor", { on: true });
	assert.equal(on.status, 200, on.text);
	return made.body?.codes as string[];
}

/** Logs in with nothing but a passkey. `forge` changes what was signed, or what is sent. */
export async function logInWithPasskey(
	visitor: Visitor,
	passkey: SoftwarePasskey,
	{
		lie,
		forge = (sent) => sent,
		...chosen
	}: {
		lie?: Partial<Said>;
		forge?: (sent: Assertion) => unknown;
		session?: boolean;
		remember?: boolean;
	} = {},
): Promise<Answer> {
	const offered = await visitor.post("/api/auth/login/passkey/options", {});
	assert.equal(offered.status, 200, offered.text);
	const { challenge, passkey: asked } = offered.body ?? {};
	const sent = forge(passkey.get(asked, lie));
	return visitor.post("/api/auth/login/passkey", { challenge, passkey: sent, ...chosen });
}
