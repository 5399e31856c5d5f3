import type { Problem } from "./contract.generated.ts";
import { SallyportError } from "./error.ts";

/** What a refusal says; a proxy between may have given it, so nothing is sure to be there. */
export type Refusal = Partial<Problem>;

/** Resolves to nothing when the text is no JSON object. */
export function readObject(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

export function refusalError(refusal: Refusal, { status, headers }: Response): SallyportError {
	const { code = "unexpected_answer", message, errors, requestId } = refusal;
	const wait = Number(refusal.retryAfter ?? headers.get("retry-after"));
	const retryAfter = wait > 0 ? Math.ceil(wait) : undefined;
	return new SallyportError(code, message ?? `The answer was ${status}.`, {
		status,
		errors,
		requestId,
		retryAfter,
	});
}

/** The error that an answer of `fetch` stands for, read from a copy: `if (!answer.ok) throw await errorOf(answer)`. */
export async function errorOf(response: Response): Promise<SallyportError> {
	return refusalError(await refusalIn(response), response);
}

/** What the answer to a fetch refuses; the answer itself stays to be read. */
export async function refusalIn(response: Response): Promise<Refusal> {
	const text = await response
		.clone()
		.text()
		.catch(() => "");
	return readObject(text) ?? {};
}

/** Does `work`; whatever keeps an answer from coming becomes a SallyportError. */
export async function reach<T>(signal: AbortSignal | null | undefined, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (signal?.aborted) throw aborted(signal);
		throw new SallyportError("network_error", "No answer came.", { cause });
	}
}

export function aborted({ reason }: AbortSignal): SallyportError {
	return new SallyportError("aborted", "The call was given up.", { cause: reason });
}
