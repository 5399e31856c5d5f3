/** What users do with their own access keys over HTTP. */
import type { TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

export interface OwnKey {
	id: string;
	key: string;
	csrf: string;
}

/** `body`: its limits, for other than the usual ones. */
export async function makeOwnKey(
	visitor: Visitor,
	name: string,
	body: Record<string, unknown> = {},
): Promise<OwnKey> {
	return keyIn(await visitor.post("/api/auth/access-keys", { name, ...body }));
}

export async function rotateOwnKey(visitor: Visitor, { id }: OwnKey): Promise<OwnKey> {
	return keyIn(await visitor.post(`/api/auth/access-keys/${id}/rotate`, {}));
}

/** As a program does. */
export function logInWithOwnKey(
	service: TestService,
	username: string,
	{ key, csrf }: Pick<OwnKey, "key" | "csrf">,
): Promise<Answer> {
	return service.visitor().post("/api/auth/login", { username, password: key }, { csrf });
}

function keyIn({ status, text, body }: Answer): OwnKey {
	if (status !== 201) throw new Error(`a new access key answered ${status} ${text}`);
	return body as unknown as OwnKey;
}
