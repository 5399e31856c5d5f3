/** Users of whom much is known. */
import { decodeJwt } from "jose";
import type { Administration } from "../../src/operations/create-operations.ts";
import { bearerOf } from "./own-session.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";
import type { Answer } from "./visitor.ts";

export const administrationOf = ({ running }: TestService): Administration =>
	running.deployment.administration;

/** A new user who can log in, with a profile; the groups are made where there are none. */
export async function addPerson(
	service: TestService,
	name: string,
	profile: { groups?: string[]; [member: string]: unknown } = {},
): Promise<string> {
	const { groups, users } = administrationOf(service);
	const existing = new Set((await groups.list()).map((group) => group.name));
	for (const group of profile.groups ?? []) if (!existing.has(group)) await groups.add(group);
	const { id } = await service.addUser(name);
	await users.set(name, profile);
	return id;
}

export async function logInForToken(service: TestService, name: string): Promise<Answer> {
	const answer = await service.visitor().logIn(name, ADMIN_PASSWORD);
	if (answer.status !== 200) throw new Error(`login answered ${answer.text}`);
	return answer;
}

/** What the token of an answer says, unverified. */
export const claimsIn = ({ body }: Answer): Record<string, unknown> => decodeJwt(String(body?.token));

/** A new token of the same session; a moment after the last one, or it would be answered as that was. */
export async function renewed(service: TestService, login: Answer): Promise<Answer> {
	service.travel(6000);
	return service.visitor().post("/api/auth/renew", {}, bearerOf(login));
}
