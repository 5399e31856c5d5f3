/** For every promise that is checked, a proxy that makes the service break this one and no other. */
import { type ErrorCode, errorCodes } from "../src/error-codes.generated.ts";
import type { PassedRequest, PassedResponse, Tampering } from "./tampering-proxy.ts";

export interface Breakage {
	/** The check that must find it. */
	id: string;
	/** A new one for each run. */
	tampering: () => Tampering;
	/** It shows only there. */
	https?: true;
}

/** One request with its response. */
export interface Passed {
	call: PassedRequest;
	response: PassedResponse;
}

type Change = (passed: Passed) => void;
export type When = (passed: Passed) => boolean;

/** Changes every response for which `when` holds. */
export function breaks(id: string, when: When, change: Change): Breakage {
	const tampering = {
		response(response: PassedResponse, call: PassedRequest) {
			if (when({ call, response })) change({ call, response });
		},
	};
	return { id, tampering: () => tampering };
}

/** The same, with state for one run. */
export function breaksWith<State>(
	id: string,
	state: () => State,
	change: (passed: Passed, state: State) => void,
): Breakage {
	return {
		id,
		tampering() {
			const own = state();
			return { response: (response, call) => change({ call, response }, own) };
		},
	};
}

/** A route such as "GET /api/auth/session", and more conditions. */
export function at(route: string, ...more: When[]): When {
	return (passed) => {
		const { method, path } = passed.call;
		return `${method} ${path.split("?")[0]}` === route && more.every((each) => each(passed));
	};
}

export const everything: When = () => true;
export const status =
	(expected: number): When =>
	({ response }) =>
		response.status === expected;
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
	({ response }) => {
		delete response.headers[name];
	};
export const setHeader =
	(name: string, value: string): Change =>
	({ response }) => {
		response.headers[name] = value;
	};

/** Edits every Set-Cookie header. */
export const editCookies =
	(edit: (line: string) => string): Change =>
	({ response }) => {
		const lines = response.headers["set-cookie"];
		if (Array.isArray(lines)) response.headers["set-cookie"] = lines.map(edit);
	};

/** Edits the members of a JSON body. */
export const editMembers =
	(edit: (members: Record<string, unknown>, passed: Passed) => void): Change =>
	(passed) => {
		const members = membersOf(passed.response);
		edit(members, passed);
		passed.response.body = JSON.stringify(members);
	};

export function membersOf({ body }: PassedResponse): Record<string, unknown> {
	try {
		return JSON.parse(body) as Record<string, unknown>;
	} catch {
		return {};
	}
}

/** Turns the response into a success with these members. */
export const succeed =
	(members: object = {}): Change =>
	({ response }) => {
		response.status = 200;
		response.headers["content-type"] = "application/json; charset=utf-8";
		response.body = JSON.stringify(members);
	};

/** Turns the response into another well-formed error; a fresh CSRF token stays. */
export const failWith =
	(code: ErrorCode): Change =>
	({ response }) => {
		const kind = errorCodes[code];
		const { csrf } = membersOf(response);
		const body = { type: `urn:sallyport:error:${code}`, code, ...kind, message: kind.title, csrf };
		response.status = kind.status;
		response.headers["content-type"] = "application/problem+json; charset=utf-8";
		if (kind.status === 401) response.headers["www-authenticate"] = 'Bearer realm="localhost"';
		response.body = JSON.stringify({ ...body, requestId: response.headers["x-request-id"] });
	};
