import { problemOf } from "../api.ts";
import { type Answer, useDesk } from "../desk.ts";
import { useTried } from "./use-tried.tsx";

interface Said<T> {
	/** What is said when it is done. */
	text: (answer: Answer<T>) => string;
	undo?: () => Promise<unknown>;
	/** Looks again at what has changed; also when another change came first. */
	reload: () => Promise<void>;
}

/** `run` does something by one press: says it, and offers the inverse. `of`: as of `useTried`. */
export function useAct(of?: string) {
	const { act, say } = useDesk();
	const { tried, ...rest } = useTried(of);

	const run = <T,>(acting: () => Promise<T>, { text, undo, reload }: Said<T>): Promise<void> =>
		tried(async () => {
			const answer = await act(acting).catch(async (error: unknown) => {
				if (problemOf(error).code === "precondition_failed") await reload();
				throw error;
			});
			if (answer === undefined) return;
			say(text(answer), undo);
			await reload();
		});
	return { ...rest, run };
}
