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

interface Failed {
	failure: SallyportError;
	again: () => void;
	of: string;
}

/** `of`: what is acted on, if it can change; what failed for something else is not said and not tried again. */
export function useTried(of = ""): Trying {
	const [busy, setBusy] = useState(false);
	const [last, setFailed] = useState<Failed | null>(null);
	const failed = last?.of === of ? last : null;

	async function tried(work: () => Promise<unknown>): Promise<void> {
		if (busy) return;
		setBusy(true);
		setFailed(null);
		try {
			await work();
		} catch (error) {
			setFailed({ failure: problemOf(error), again: () => void tried(work), of });
		}
		setBusy(false);
	}
	return {
		tried,
		busy,
		failure: <Failure failure={failed?.failure ?? null} again={() => failed?.again()} isOfAct />,
	};
}
