/** An authenticator app of its own: TOTP as RFC 6238 writes it, with nothing that the service uses. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function fromBase32(text: string): Buffer {
	const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a time step (RFC 4226 section 5.3). */
export function codeOf(key: Buffer, step: number, { algorithm = "sha1", digits = 6 } = {}): string {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac(algorithm, key).update(counter).digest();
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
	return String(number % 10 ** digits).padStart(digits, "0");
}

export interface Authenticator extends Codes {
	/** The factor's id. */
	id: string;
	recoveryCodes: string[];
}

interface Codes {
	/** A code that the service has not seen yet: its clock moves on by a step each time. */
	next(): string;
	/** The code that the app shows, `steps` away from now. */
	code(steps?: number): string;
}

/** A code that is wrong now, whatever the secret. */
export function wrongCode({ code }: Codes): string {
	const right = new Set([-1, 0, 1].map((steps) => code(steps)));
	return ["000000", "000001", "000002", "000003"].find((each) => !right.has(each)) ?? "";
}

/** Adds an authenticator app to the account of a visitor with a fresh session. */
export async function enrol(service: TestService, visitor: Visitor): Promise<Authenticator> {
	const offered = await visitor.post("/api/auth/factors/totp");
	assert.equal(offered.status, 200, offered.text);
	const app = authenticatorOf(service, offered);
	const activation = { offer: offered.body?.offer, code: app.code() };
	const added = await visitor.post("/api/auth/factors/totp/activate", activation);
	assert.equal(added.status, 201, added.text);
	return { ...app, id: String(added.body?.id), recoveryCodes: (added.body?.recoveryCodes ?? []) as string[] };
}

/** The app that has read the QR code of an offer. */
export function authenticatorOf(service: Pick<TestService, "now" | "travel">, { body }: Answer): Codes {
	const key = fromBase32(String(body?.secret));
	const code = (steps = 0) => codeOf(key, Math.floor(service.now() / 30_000) + steps);
	return {
		code,
		next() {
			service.travel(30_000);
			return code();
		},
	};
}

/** The second step of a login that was answered 401. */
export function answerChallenge(visitor: Visitor, refused: Answer, code: string): Promise<Answer> {
	return visitor.post("/api/auth/login/second-factor", { challenge: refused.body?.challenge, code });
}
