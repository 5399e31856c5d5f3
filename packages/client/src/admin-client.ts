import type { AdminOperations } from "./contract.generated.ts";
import type { Fetch } from "./fetch.ts";
import { errorOf, readObject, refusalError } from "./read-response.ts";

/** Such as `GET /users`: what docs/administration.md of the service lists, its path after `/api/admin`. */
export type AdminOperation = keyof AdminOperations;

type AnswerOf<O extends AdminOperation> = AdminOperations[O]["answer"];

/** Operations that answer a page of a list. */
export type AdminList = {
	[O in AdminOperation]: AnswerOf<O> extends { next: string | null } ? O : never;
}[AdminOperation];

/** What a list has. */
export type Listed<O extends AdminList> = {
	[Member in keyof AnswerOf<O>]: AnswerOf<O>[Member] extends Array<infer Item> ? Item : never;
}[keyof AnswerOf<O>];

export interface AdminCallOptions {
	/** Cancels the call, which then rejects with `aborted`. */
	signal?: AbortSignal | undefined;
	/** Of a user: the change does nothing if the user has another version by now, and rejects with `precondition_failed`. */
	version?: number | undefined;
	/** For `POST /users` and `POST /groups`: sent again with the same key, the call answers with what it has made. */
	idempotencyKey?: string | undefined;
}

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** What the operation takes: members of its path, `body` and `query`. */
export type AdminCall<O extends AdminOperation> = AdminCallOptions & {
	[Name in NamesIn<O>]: string;
} & (AdminOperations[O]["body"] extends undefined ? unknown : { body: AdminOperations[O]["body"] }) &
	(AdminOperations[O] extends { query: infer Query } ? { query?: Query } : unknown);

/** Left out where nothing of it is required. */
type Given<O extends AdminOperation> =
	Record<never, never> extends AdminCall<O> ? [call?: AdminCall<O>] : [call: AdminCall<O>];

/** Every call rejects with a SallyportError. */
export interface AdminClient {
	/** Rejects with `insufficient_scope`, `reauthentication_required`, `not_found`, `rate_limited`, … */
	call<O extends AdminOperation>(operation: O, ...given: Given<O>): Promise<AnswerOf<O>>;
	/** All that is in a list, page after page to its end. */
	each<O extends AdminList>(operation: O, ...given: Given<O>): AsyncGenerator<Listed<O>, void, undefined>;
}

interface AnyCall extends AdminCallOptions {
	body?: unknown;
	query?: Record<string, string>;
	[name: string]: unknown;
}

const LONGEST_PAGE = "200";

/**
 * Administers the service: as a program by the client of `createProgramClient`, whose key has a scope for it, or on a page of the
 * service by a client with `mode: "cookie"`. A token of a person administers nothing.
 */
export function createAdminClient({ baseUrl, fetch }: { baseUrl: string; fetch: Fetch }): AdminClient {
	async function call(operation: string, given: AnyCall = {}): Promise<unknown> {
		const { body, query, version, idempotencyKey, signal = null } = given;
		const [method = "", template = ""] = operation.split(" ");
		const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
		const headers: Record<string, string> = { accept: "application/json" };
		if (body !== undefined) headers["content-type"] = "application/json";
		if (version !== undefined) headers["if-match"] = `"v${version}"`;
		if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
		// Without what is undefined, which would be sent as a word.
		const search = query === undefined ? "" : `?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`;
		const init = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
		const response = await fetch(`${baseUrl}/api/admin${path}${search}`, init);
		if (!response.ok) throw await errorOf(response);
		if (response.status === 204) return undefined;
		return readObject(await response.text()) ?? Promise.reject(refusalError({}, response));
	}

	async function* each(operation: string, given: AnyCall = {}) {
		const query: Record<string, string> = { limit: LONGEST_PAGE, ...given.query };
		for (;;) {
			const { next, ...lists } = (await call(operation, { ...given, query })) as { next: string | null };
			yield* Object.values(lists).find(Array.isArray) ?? [];
			// What is no page of this service has no `next`.
			if (typeof next !== "string") return;
			query.cursor = next;
		}
	}

	return { call, each } as AdminClient;
}
