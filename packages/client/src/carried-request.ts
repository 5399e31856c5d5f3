import type { Connection } from "./connection.ts";
import { SallyportError } from "./error.ts";
import { reach } from "./read-response.ts";

export interface CarriedRequest {
	url: URL;
	input: string | URL | Request;
	init: RequestInit | undefined;
}

/** What a page has and Node has not, whose types know neither. */
interface Page {
	document?: { baseURI: string };
	location?: { href: string };
}

/** As the platform resolves it: relative to the page, or to the base URL where there is no page (Node). */
export function readRequest(input: CarriedRequest["input"], init: RequestInit | undefined, baseUrl: string) {
	const text = isRequest(input) ? input.url : String(input);
	const { document, location } = globalThis as Page;
	const base = document?.baseURI ?? location?.href ?? `${baseUrl}/`;
	return { url: new URL(text, base), input, init };
}

export function methodOf({ input, init }: CarriedRequest): string {
	return (init?.method ?? (isRequest(input) ? input.method : "GET")).toUpperCase();
}

export function headersOf({ input, init }: CarriedRequest): Headers {
	return new Headers(init?.headers ?? (isRequest(input) ? input.headers : undefined));
}

export function sendAsIs(
	{ fetch }: Connection,
	{ url, input, init }: CarriedRequest,
	added?: RequestInit,
): Promise<Response> {
	return reach(init?.signal, () =>
		fetch(isRequest(input) ? input : url, added ? { ...init, ...added } : init),
	);
}

/**
 * Sends the request with added headers and follows no redirect: platforms differ in which headers they send on to another
 * origin, and all of them send csrf.
 */
export async function sendCarrying(
	connection: Connection,
	request: CarriedRequest,
	added: RequestInit,
): Promise<Response> {
	const response = await sendAsIs(connection, request, { ...added, redirect: "manual" });
	const { input, init } = request;
	const asked = init?.redirect ?? (isRequest(input) ? input.redirect : "follow");
	const isRedirect =
		response.type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(response.status);
	if (!isRedirect || asked === "manual") return response;
	const target = response.headers.get("location");
	throw new SallyportError(
		"redirected",
		`The redirect to ${target ?? "another address"} was not followed: the request carries a credential.`,
		{
			status: response.status,
		},
	);
}

/** Throws `not_repeatable` for a body that can be read only once. */
export function requireRepeatable({ input, init }: CarriedRequest): void {
	const body = init?.body ?? (isRequest(input) ? input.body : undefined);
	const kinds = [URLSearchParams, FormData, Blob, ArrayBuffer];
	if (body == null || typeof body === "string" || ArrayBuffer.isView(body)) return;
	if (kinds.some((kind) => body instanceof kind)) return;
	throw new SallyportError(
		"not_repeatable",
		"The credential is renewed, but the body was a stream and is used up: send the request again.",
	);
}

function isRequest(input: CarriedRequest["input"]): input is Request {
	return typeof input === "object" && "url" in input;
}
