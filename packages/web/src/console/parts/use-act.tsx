import type { SallyportError } from "@sallyport/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { problemOf } from "../api.ts";
import { type Answer, useDesk } from "../desk.ts";
import { Failure } from "./failure.tsx";

interface Said<T> {
	/** What is said when it is done. */
	text: (answer: Answer<T>) => string;
	undo?: () => Promise<unknown>;
	/** Looks again at what has changed; also when another change came first. */
	reload: () => Promise<void>;
}

interface Acting {
	/** Does something by one press: says it, offers the inverse, shows what failed beside a way to try again. */
	run: <T>(acting: () => Promise<T>, said: Said<T>) => Promise<void>;
	busy: boolean;
	failure: VNode;
}

export function useAct(): Acting {
	const { act, say } = useDesk();
	const [busy, setBusy] = useState(false);
	const [failed, setFailed] = useState<{ failure: SallyportError; again: () => void } | null>(null);

	async function run<T>(acting: () => Promise<T>, said: Said<T>): Promise<void> {
		if (busy) return;
		setBusy(true);
		setFailed(null);
		try {
			const answer = await act(acting);
			if (answer !== undefined) {
				const { undo } = said;
				say(said.text(answer), undo && (() => undo().then(said.reload)));
				await said.reload();
			}
		} catch (error) {
			const failure = problemOf(error);
			setFailed({ failure, again: () => void run(acting, said) });
			if (failure.code === "precondition_failed") await said.reload();
		}
		setBusy(false);
	}
	return {
		run,
		busy,
		failure: <Failure failure={failed?.failure ?? null} again={() => failed?.again()} />,
	};
}
