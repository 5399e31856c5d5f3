import { type ErrorCode, errorKind } from "../../platform/errors.ts";
import { demand } from "./check.ts";

/** One HTTP answer, and what it answers to. */
export interface Answer {
	/** "POST /api/auth/login". */
	to: string;
	status: number;
	headers: Headers;
	text: string;
	/** Of a JSON object; null for anything else. */
	body: Record<string, unknown> | null;
}

/** What an answer is, in a few words and without any of its values. */
export function described({ to, status, headers, body }: Answer): string {
	if (typeof body?.code === "string") return `${to}: ${status} ${body.code}`;
	const names = Object.keys(body ?? {});
	if (names.length > 0) return `${to}: ${status} with the members ${names.join(", ")}`;
	return `${to}: ${status} ${headers.get("content-type") ?? "without a body"}`;
}

export function demandStatus(answer: Answer, status: number): void {
	demand(answer.status === status, described(answer));
}

/** By status and code; the shape of refusals is a promise of its own. */
export function demandRefusal(answer: Answer, code: ErrorCode): void {
	demand(answer.status === errorKind(code).status && answer.body?.code === code, described(answer));
}

/** Exactly these members, in any order. */
export function demandMembers(answer: Answer, names: string[]): void {
	demandStatus(answer, 200);
	const found = Object.keys(answer.body ?? {}).sort();
	demand(found.join() === [...names].sort().join(), described(answer));
}

/** A member that is a text; empty when it is not. */
export function textOf(of: unknown, member: string): string {
	const value = typeof of === "object" && of !== null ? (of as Record<string, unknown>)[member] : undefined;
	return typeof value === "string" ? value : "";
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const CSRF_VALUE = /^[A-Za-z0-9._-]{1,512}$/;
