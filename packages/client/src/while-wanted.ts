import { aborted } from "./read-response.ts";

/** `signal` cancels the wait of one caller; the others still get the response. */
export function whileWanted<T>(response: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
	if (signal == null) return response;
	return new Promise((resolve, reject) => {
		const giveUp = () => reject(aborted(signal));
		if (signal.aborted) giveUp();
		signal.addEventListener("abort", giveUp);
		response.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
	});
}
