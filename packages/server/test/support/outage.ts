/** What every outage of the database begins with, and what a client may get during it. */
import assert from "node:assert/strict";
import { cheap } from "./cheap-hashing.ts";
import { bearerOf } from "./own-session.ts";
import { assertProblem } from "./problem.ts";
import { ADMIN_PASSWORD, startTestService } from "./service.ts";
import type { Answer } from "./visitor.ts";

export const wrong = "not the password";

/** Nothing in a response logs the client in. */
function assertNotLoggedIn({ headers, body, text }: Answer): void {
	assert.doesNotMatch(headers.get("set-cookie") ?? "", /sallyport-sid=./);
	assert.equal(body?.token, undefined, text);
}

export function assertUnavailable(answer: Answer): void {
	assertProblem(answer, "store_unavailable");
	assertNotLoggedIn(answer);
}

/** A right login, or a refusal that blames the store. */
export function assertLoggedInOrUnavailable(answer: Answer): void {
	if (answer.status !== 200) assertUnavailable(answer);
}

/** The service, a user who is logged in by cookie and by token, and a client that is not logged in. */
export async function startOutage(databaseUrl: string, settings: Record<string, string> = {}) {
	const service = await startTestService({ databaseUrl, settings: { ...cheap, ...settings } });
	await service.addUser("ada");
	const person = await service.loggedIn("ada");
	const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
	/** A client with a CSRF token that is not logged in. */
	const unknownDevice = service.visitor();
	await unknownDevice.get("/api/auth/csrf");
	return { service, person, bearer, unknownDevice };
}
