/** A response, and what a check expects of it. */
import { type ErrorCode, errorCodes } from "./error-codes.generated.ts";

export interface HttpResponse {
	/** "POST /api/auth/login". */
	request: string;
	status: number;
	headers: Headers;
	text: string;
	/** The JSON object in the body; null for anything else. */
	body: Record<string, unknown> | null;
}

/** Its message says what was seen instead. It never holds a secret, and the report masks secrets all the same. */
export class BrokenPromise extends Error {}

/** The check could not be made, for a reason that breaks no promise of its own. */
export class LeftOut extends Error {}

export function expect(kept: boolean, seen: string): asserts kept {
	if (!kept) throw new BrokenPromise(seen);
}

/** A response in a few words, without any of its values. */
export function describe({ request, status, headers, body }: HttpResponse): string {
	if (typeof body?.code === "string") return `${request}: ${status} ${body.code}`;
	const names = Object.keys(body ?? {});
	if (names.length > 0) return `${request}: ${status} with the members ${names.join(", ")}`;
	return `${request}: ${status} ${headers.get("content-type") ?? "without a body"}`;
}

export function expectStatus(response: HttpResponse, status: number): void {
	expect(response.status === status, describe(response));
}

/** Looks at status and code only; the shape of error responses is a promise of its own. */
export function expectError(response: HttpResponse, code: ErrorCode): void {
	expect(response.status === errorCodes[code].status && response.body?.code === code, describe(response));
}

/** Exactly these members, in any order. */
export function expectMembers(response: HttpResponse, names: string[]): void {
	expectStatus(response, 200);
	const found = Object.keys(response.body ?? {}).sort();
	expect(found.join() === [...names].sort().join(), describe(response));
}

/** A member that is a string; empty when it is anything else. */
export function textOf(of: unknown, member: string): string {
	const value = typeof of === "object" && of !== null ? (of as Record<string, unknown>)[member] : undefined;
	return typeof value === "string" ? value : "";
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const CSRF_TOKEN = /^[A-Za-z0-9._-]{1,512}$/;
