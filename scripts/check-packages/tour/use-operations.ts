/** A user's way through every operation of the contract. The commands have added "ben", whose address is verified. */
import assert from "node:assert/strict";
import { tokenOf } from "../../../packages/server/test/support/administration.ts";
import { authenticatorOf } from "../../../packages/server/test/support/authenticator.ts";
import type { MailServer } from "../../../packages/server/test/support/mail-server.ts";
import {
	addPasskey,
	createCredential,
	logInWithPasskey,
} from "../../../packages/server/test/support/software-authenticator.ts";
import type { Answer, Visitor } from "../../../packages/server/test/support/visitor.ts";

export const PASSWORD = "brass otter lantern quill";
const OTHER_PASSWORD = "copper heron window tide";
export const ADDRESS = "ben@example.com";
const OTHER_ADDRESS = "ben@example.org";

export interface World {
	baseUrl: string;
	mails: MailServer;
	visitor(): Visitor;
}

export function succeeded(answer: Answer, ...expected: number[]): Record<string, unknown> {
	const statuses = expected.length > 0 ? expected : [200];
	assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text}`);
	return answer.body ?? {};
}

const app = (offered: Answer) => authenticatorOf({ now: Date.now, travel() {} }, offered);

/** The first admin, by the link that the start has printed. */
export async function setUp({ visitor }: World, setupLink: string | null): Promise<Visitor> {
	const admin = visitor();
	const token = tokenOf(setupLink);
	succeeded(await admin.get("/setup"));
	succeeded(await admin.post("/api/auth/setup/check", { token }), 204);
	succeeded(await admin.post("/api/auth/setup", { token, password: PASSWORD }));
	return admin;
}

/** Resolves to one that has a cookie session of "ben" and a device cookie. */
export async function useOperations(world: World): Promise<Visitor> {
	const ben = await useSessions(world);
	await usePublicOperations(world);
	await useFactors(world, ben);
	await useMail(world, ben);
	await useAccessKeys(world, ben);
	return ben;
}

async function usePublicOperations({ visitor }: World): Promise<void> {
	const anyone = visitor();
	for (const path of ["jwks.json", "oauth-authorization-server", "webauthn"])
		succeeded(await anyone.get(`/.well-known/${path}`));
	succeeded(await anyone.get("/healthz"));
	const { status_lists: lists } = succeeded(await anyone.get("/api/auth/status")) as {
		status_lists: string[];
	};
	for (const list of lists) succeeded(await anyone.get(new URL(list).pathname));
	succeeded(await anyone.post("/api/auth/logout"));
}

async function useSessions({ visitor }: World): Promise<Visitor> {
	const [ben, other] = [visitor(), visitor()];
	const { token } = succeeded(await visitor().logIn("ben", PASSWORD));
	const bearer = { authorization: `Bearer ${token}` };
	succeeded(await ben.get("/api/auth/check", bearer), 204);
	succeeded(await ben.post("/api/auth/renew", undefined, bearer));
	for (const each of [ben, other]) succeeded(await each.logIn("ben", PASSWORD, { session: true }));
	for (const path of ["csrf", "session", "factors", "export"]) succeeded(await ben.get(`/api/auth/${path}`));
	succeeded(await ben.post("/api/auth/token"));
	succeeded(await ben.post("/api/auth/locale", { locale: "de" }));
	succeeded(await ben.post("/api/auth/locale", { locale: "en" }));
	succeeded(await ben.post("/api/auth/reauthenticate", { password: PASSWORD }));
	const { session } = succeeded(await other.get("/api/auth/session")) as { session: { id: string } };
	succeeded(await ben.get("/api/auth/sessions"));
	succeeded(await ben.delete(`/api/auth/sessions/${session.id}`));
	succeeded(await ben.delete("/api/auth/sessions"));
	const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
	succeeded(await ben.post("/api/auth/password", change));
	return ben;
}

async function useFactors({ visitor, baseUrl }: World, ben: Visitor): Promise<void> {
	const passkey = await addPasskey(ben, { origin: new URL(baseUrl).origin });
	succeeded(await ben.send("PATCH", `/api/auth/factors/${passkey.id}`, { name: "Key" }));
	succeeded(await logInWithPasskey(visitor(), passkey));
	const asked = succeeded(await ben.post("/api/auth/reauthenticate/options"));
	const proof = { challenge: asked.challenge, passkey: passkey.get(asked.passkey) };
	succeeded(await ben.post("/api/auth/reauthenticate", proof));

	const offered = await ben.post("/api/auth/factors/totp");
	const { offer } = succeeded(offered);
	const codes = app(offered);
	succeeded(await ben.post("/api/auth/factors/totp/activate", { offer, code: codes.code() }), 201);
	const newcomer = visitor();
	const { challenge } = succeeded(await newcomer.logIn("ben", OTHER_PASSWORD), 401);
	succeeded(await newcomer.post("/api/auth/login/second-factor", { challenge, code: codes.code(1) }));

	const { factors } = succeeded(await ben.get("/api/auth/factors")) as { factors: Array<{ id: string }> };
	succeeded(await ben.post("/api/auth/recovery-codes"), 201);
	for (const on of [false, true, false]) succeeded(await ben.send("PUT", "/api/auth/second-factor", { on }));
	for (const { id } of factors) succeeded(await ben.delete(`/api/auth/factors/${id}`));
}

/** A program's way: a key, its login, its successor, its end. */
async function useAccessKeys({ visitor }: World, ben: Visitor): Promise<void> {
	const made = succeeded(await ben.post("/api/auth/access-keys", { name: "night job" }), 201);
	const program = { username: "ben", password: made.key };
	succeeded(await visitor().post("/api/auth/login", program, { csrf: String(made.csrf) }));
	succeeded(await ben.get("/api/auth/access-keys"));
	const one = `/api/auth/access-keys/${made.id}`;
	succeeded(await ben.send("PATCH", one, { name: "morning job" }));
	const next = succeeded(await ben.post(`${one}/rotate`, {}), 201);
	succeeded(await ben.delete(one));
	succeeded(await visitor().post("/api/auth/access-keys/revoke", { keys: [next.key] }), 202);
}

/** Another address, then a forgotten password. */
async function useMail({ mails, visitor }: World, ben: Visitor): Promise<void> {
	succeeded(await ben.post("/api/auth/email", { email: OTHER_ADDRESS }), 202);
	const confirmation = await mails.next(OTHER_ADDRESS);
	succeeded(await ben.post("/api/auth/email/confirm", { token: tokenOf(confirmation.link) }));
	succeeded(await visitor().post("/api/auth/recovery", { login: "ben" }), 202);
	const recovery = await mails.next(OTHER_ADDRESS, /password/i);
	const forgetful = visitor();
	succeeded(await forgetful.post("/api/auth/setup", { token: tokenOf(recovery.link), password: PASSWORD }));
	succeeded(await logInAgain(ben, "ben"));
}

/** The CSRF token that the visitor holds ended with its session. */
async function logInAgain(visitor: Visitor, name: string): Promise<Answer> {
	visitor.csrf = null;
	return visitor.logIn(name, PASSWORD, { session: true });
}

/** Of users of whom a second factor is required by now, on known devices. */
export async function addAppAtLogin(ben: Visitor): Promise<void> {
	succeeded(await ben.post("/api/auth/logout"));
	const { challenge } = succeeded(await logInAgain(ben, "ben"), 401);
	const offered = await ben.post("/api/auth/login/totp", { challenge });
	const { offer } = succeeded(offered);
	const code = app(offered).code();
	succeeded(await ben.post("/api/auth/login/totp/activate", { challenge, offer, code }));
}

export async function addPasskeyAtLogin(gil: Visitor, origin: string): Promise<void> {
	succeeded(await gil.post("/api/auth/logout"));
	const { challenge } = succeeded(await logInAgain(gil, "gil"), 401);
	const asked = succeeded(await gil.post("/api/auth/login/new-passkey/options", { challenge }));
	const { response: passkey } = createCredential(asked.passkey, { origin });
	const sent = { challenge: asked.challenge ?? challenge, passkey };
	succeeded(await gil.post("/api/auth/login/new-passkey", sent));
}
