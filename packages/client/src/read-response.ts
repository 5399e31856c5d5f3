import type { PasskeyRequest, Problem } from "./contract.generated.ts";
import { type Code, SallyportError } from "./error.ts";

/** The body of an error response; it may come from a proxy, so every member may be missing. */
export type Refusal = Partial<Omit<Problem, "code">> & { code?: Code };

/** undefined when the text is not a JSON object. */
export function readObject(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

const csrfRefused = ["csrf_invalid", "csrf_missing"];

/** The fresh CSRF token in the error response to a wrong one. */
export function freshCsrf({ code = "", csrf }: Refusal): string | undefined {
	return csrfRefused.includes(code) && typeof csrf === "string" ? csrf : undefined;
}

export function refusalError(refusal: Refusal, { status, headers }: Response): SallyportError {
	const { code = "unexpected_answer", message, errors, requestId, challenge, expiresAt, methods } = refusal;
	const { passkey, trustDevice, acr, maxAge, reauthenticateAt } = refusal;
	const wait = Number(refusal.retryAfter ?? headers.get("retry-after"));
	const retryAfter = wait > 0 ? Math.ceil(wait) : undefined;
	return new SallyportError(code, message ?? `The answer was ${status}.`, {
		status,
		errors: Array.isArray(errors) ? errors : [],
		requestId,
		retryAfter,
		challenge,
		expiresAt,
		methods,
		acr,
		maxAge,
		reauthenticateAt,
		passkey: passkey as PasskeyRequest | undefined,
		trustDevice,
	});
}

/** The error in a response of `fetch`, read from a copy: `if (!response.ok) throw await errorOf(response)`. */
export async function errorOf(response: Response): Promise<SallyportError> {
	return refusalError(await refusalIn(response), response);
}

/** The error in a JSON response; the response itself can still be read. */
export async function refusalIn(response: Response): Promise<Refusal> {
	if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) return {};
	const text = await response
		.clone()
		.text()
		.catch(() => "");
	return readObject(text) ?? {};
}

/** Why a response is 401: by our problem document, or by the challenge of any resource server (RFC 6750 and 9470, section 3). */
export async function reasonOf(response: Response): Promise<Code | undefined> {
	const challenge = response.headers.get("www-authenticate") ?? "";
	const { code } = await refusalIn(response);
	return code ?? /\berror="(invalid_token|insufficient_user_authentication)"/.exec(challenge)?.[1];
}

/** Runs `work`; turns network failures into a SallyportError. */
export async function reach<T>(signal: AbortSignal | null | undefined, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (signal?.aborted) throw aborted(signal);
		throw new SallyportError(
			"network_error",
			"No answer came: the server is not reached, or does not allow this origin (CORS).",
			{ cause },
		);
	}
}

export function aborted({ reason }: AbortSignal): SallyportError {
	return new SallyportError("aborted", "The call was aborted.", { cause: reason });
}
