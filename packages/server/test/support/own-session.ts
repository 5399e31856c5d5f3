import type { Answer, Visitor } from "./visitor.ts";

export interface OwnSession {
	id: string;
	kind: "token" | "cookie";
	createdAt: string;
	authenticatedAt: string;
	lastSeenAt: string;
	expiresAt: string;
	idleExpiresAt: string;
}

/** The session member of "who am I"; fails without a logged-in user. */
export async function ownSession(
	visitor: Visitor,
	headers: Record<string, string> = {},
): Promise<OwnSession> {
	const answer = await visitor.get("/api/auth/session", headers);
	if (answer.status !== 200) throw new Error(`who am I answered ${answer.status} ${answer.text}`);
	return answer.body?.session as OwnSession;
}

/** Authorization for the token in an answer. */
export function bearerOf({ body }: Answer): { authorization: string } {
	return { authorization: `Bearer ${body?.token}` };
}

/** The cookies of a visitor as a header, to be used after they are gone. */
export function cookieOf(visitor: Visitor): { cookie: string } {
	return { cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") };
}
