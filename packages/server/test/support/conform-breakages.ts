/** For every promise that `sallyport conform` checks, a service that breaks this one and no other: done by a proxy in front. */
import { type ErrorCode, errorKind } from "../../src/platform/errors.ts";
import type { PassedAnswer, PassedCall, Tampering } from "./tampering-proxy.ts";

export interface Breakage {
	/** The check that finds it. */
	id: string;
	/** Made anew for each run. */
	tampering: () => Tampering;
	/** Only there can it be seen. */
	https?: true;
}

/** One call with its answer. */
export interface Passed {
	call: PassedCall;
	answer: PassedAnswer;
}

type Change = (passed: Passed) => void;
type When = (passed: Passed) => boolean;

/** What an answer becomes, whenever something is so. */
export function breaks(id: string, when: When, change: Change): Breakage {
	const tampering = {
		answer(answer: PassedAnswer, call: PassedCall) {
			if (when({ call, answer })) change({ call, answer });
		},
	};
	return { id, tampering: () => tampering };
}

/** The same with something to remember during one run. */
export function breaksWith<State>(
	id: string,
	state: () => State,
	change: (passed: Passed, state: State) => void,
): Breakage {
	return {
		id,
		tampering() {
			const own = state();
			return { answer: (answer, call) => change({ call, answer }, own) };
		},
	};
}

/** "GET /api/auth/session", and whatever else is given. */
export function at(route: string, ...more: When[]): When {
	return (passed) => {
		const { method, path } = passed.call;
		return `${method} ${path.split("?")[0]}` === route && more.every((each) => each(passed));
	};
}

export const everything: When = () => true;
export const status =
	(expected: number): When =>
	({ answer }) =>
		answer.status === expected;
export const withHeader =
	(name: string, value?: string): When =>
	({ call }) =>
		value === undefined ? call.headers[name] !== undefined : call.headers[name] === value;
export const without =
	(name: string): When =>
	({ call }) =>
		call.headers[name] === undefined;
export const sentBody =
	(pattern: RegExp): When =>
	({ call }) =>
		pattern.test(call.body.toString());

export const dropHeader =
	(name: string): Change =>
	({ answer }) => {
		delete answer.headers[name];
	};
export const setHeader =
	(name: string, value: string): Change =>
	({ answer }) => {
		answer.headers[name] = value;
	};

/** Every Set-Cookie of an answer. */
export const editCookies =
	(edit: (line: string) => string): Change =>
	({ answer }) => {
		const lines = answer.headers["set-cookie"];
		if (Array.isArray(lines)) answer.headers["set-cookie"] = lines.map(edit);
	};

/** The members of a JSON answer. */
export const editMembers =
	(edit: (members: Record<string, unknown>, passed: Passed) => void): Change =>
	(passed) => {
		const members = membersOf(passed.answer);
		edit(members, passed);
		passed.answer.body = JSON.stringify(members);
	};

export function membersOf({ body }: PassedAnswer): Record<string, unknown> {
	try {
		return JSON.parse(body) as Record<string, unknown>;
	} catch {
		return {};
	}
}

/** A success with these members. */
export const succeed =
	(members: object = {}): Change =>
	({ answer }) => {
		answer.status = 200;
		answer.headers["content-type"] = "application/json; charset=utf-8";
		answer.body = JSON.stringify(members);
	};

/** Another refusal, well-formed; of the old one it keeps the fresh csrf value. */
export const refuseAs =
	(code: ErrorCode): Change =>
	({ answer }) => {
		const kind = errorKind(code);
		const { csrf } = membersOf(answer);
		const body = { type: `urn:sallyport:error:${code}`, code, ...kind, csrf };
		answer.status = kind.status;
		answer.headers["content-type"] = "application/problem+json; charset=utf-8";
		if (kind.status === 401) answer.headers["www-authenticate"] = 'Bearer realm="localhost"';
		answer.body = JSON.stringify({ ...body, requestId: answer.headers["x-request-id"] });
	};
