/** A service account with an access key, as createProgramClient takes them. */
import { describeAccessKey } from "../../src/operations/access-key/describe-access-key.ts";
import { administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";

export interface ProgramKey {
	username: string;
	accessKey: string;
	csrf: string;
	id: string;
}

/** For tests of scopes: what SALLYPORT_SCOPES names. */
export const SCOPES = "reports:read reports:write";

export async function addProgram(
	service: TestService,
	username: string,
	scopes: string[] = [],
): Promise<ProgramKey> {
	const { users, accessKeys } = administrationOf(service);
	await users.add({ name: username, kind: "service", role: "user", passwordHash: null });
	const { key, secret } = await accessKeys.add(username, { name: "ci", scopes });
	const { id, csrf } = describeAccessKey(key, service.now());
	return { username, accessKey: secret, csrf, id };
}

/** Authorization with a token of that key. */
export async function bearerOfProgram(
	service: TestService,
	{ username, accessKey: password, csrf }: ProgramKey,
): Promise<{ authorization: string }> {
	const { status, body, text } = await service
		.visitor()
		.post("/api/auth/login", { username, password }, { csrf });
	if (status !== 200) throw new Error(`login answered ${text}`);
	return { authorization: `Bearer ${body?.token}` };
}
