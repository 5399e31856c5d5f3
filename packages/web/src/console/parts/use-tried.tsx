import type { SallyportError } from "@sallyport/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { problemOf } from "../api.ts";
import { Failure } from "./failure.tsx";

interface Trying {
	/** One thing at a time. */
	tried: (work: () => Promise<unknown>) => Promise<void>;
	busy: boolean;
	/** What failed last, beside a way to try it again. */
	failure: VNode;
}

export function useTried(): Trying {
	const [busy, setBusy] = useState(false);
	const [failed, setFailed] = useState<{ failure: SallyportError; again: () => void } | null>(null);

	async function tried(work: () => Promise<unknown>): Promise<void> {
		if (busy) return;
		setBusy(true);
		setFailed(null);
		try {
			await work();
		} catch (error) {
			setFailed({ failure: problemOf(error), again: () => void tried(work) });
		}
		setBusy(false);
	}
	return {
		tried,
		busy,
		failure: <Failure failure={failed?.failure ?? null} again={() => failed?.again()} isOfAct />,
	};
}
