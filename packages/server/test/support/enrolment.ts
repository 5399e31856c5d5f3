/** Users of whom a second factor is required, and the logins in which they add one. */
import { insertTotpSecrets } from "../../src/identity/factor/totp-store.ts";
import { usersOf } from "./administration.ts";
import { authenticatorOf } from "./authenticator.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

const DEVICE = "sallyport-device";
export const DAY = 86_400_000;

/** The browser of a visitor, opened again on another day: of its cookies, only the one of the device is left. */
export function returning(service: TestService, { cookies }: Visitor): Visitor {
	const visitor = service.visitor();
	const device = cookies.get(DEVICE);
	if (device !== undefined) visitor.cookies.set(DEVICE, device);
	return visitor;
}

/** The same browser, which another instance answers. */
export function atInstance(instance: TestService, { cookies, csrf }: Visitor): Visitor {
	const visitor = instance.visitor();
	for (const [name, value] of cookies) visitor.cookies.set(name, value);
	visitor.csrf = csrf;
	return visitor;
}

export async function addUserOf(
	service: TestService,
	name: string,
	role: "user" | "admin" = "user",
): Promise<void> {
	const passwordHash = await service.running.hasher.hash(ADMIN_PASSWORD);
	await usersOf(service).add({ name, role, passwordHash });
}

/** Also where no admin remains. */
export async function setRole(service: TestService, name: string, role: "user" | "admin"): Promise<void> {
	await usersOf(service).setRole(name, role, { lastAdmin: true });
}

/** The time in which the user may continue without a second factor is over. */
export async function makeOverdue({ running, now }: TestService, username: string): Promise<void> {
	const due = { second_factor_due_at: now() - 1 };
	const { database } = running.deployment.opened;
	await database.updateTable("users").set(due).where("username", "=", username).execute();
}

/** An authenticator app as an import could add it, while the user is logging in. */
export async function insertApp({ running }: TestService, name: string): Promise<void> {
	const { database } = running.deployment.opened;
	const user = database.selectFrom("users").select("id").where("username", "=", name);
	const { id: user_id } = await user.executeTakeFirstOrThrow();
	const app = {
		id: name,
		user_id,
		name,
		secret_sealed: "x",
		algorithm: "SHA1",
		digits: 6,
		period: 30,
	} as const;
	await insertTotpSecrets(database, [{ ...app, last_step: 0, created_at: 0, last_used_at: null }]);
}

/** Answers 401 enrolment_required with an authenticator app; `offered` fails the same way where the challenge is refused. */
export async function addAppAtLogin(service: TestService, visitor: Visitor, refused: Answer) {
	const challenge = refused.body?.challenge;
	const offered = await visitor.post("/api/auth/login/totp", { challenge });
	const app = authenticatorOf(service, offered);
	const activation = { challenge, offer: offered.body?.offer, code: app.code() };
	return { offered, app, activation, path: "/api/auth/login/totp/activate" };
}
