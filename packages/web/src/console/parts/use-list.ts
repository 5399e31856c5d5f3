import { useLoaded } from "./use-loaded.ts";

/** A page of a list, as the service answers it: its rows are the member `name`. */
export function useList<
	Name extends string,
	Answer extends { next: string | null } & { [Member in Name]: readonly unknown[] },
>(name: Name, reading: (signal: AbortSignal) => Promise<Answer>, of: unknown) {
	return useLoaded(async (signal) => {
		const answer = await reading(signal);
		return { ...answer, rows: answer[name] };
	}, JSON.stringify(of));
}
