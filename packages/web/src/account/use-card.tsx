import type { RefObject, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import { type Question, useQuestion } from "./use-question.tsx";
import { useReauthentication } from "./use-reauthentication.tsx";

export interface Card {
	heading: RefObject<HTMLHeadingElement | null>;
	/** What came of the last action; empty: nothing to say. */
	failure: string;
	done: string;
	/** Runs an action, with a fresh authentication. False: it failed, or the user gave it up. */
	tried: (action: () => Promise<unknown>) => Promise<boolean>;
	/** Resolves with whether the user wants it. */
	ask: (question: Question) => Promise<boolean>;
	/** As `tried`; rejects where a form says what failed. */
	confirmed: (action: () => Promise<unknown>) => Promise<boolean>;
	/** Says what was done, and loads what there is now. */
	show: (done: string) => Promise<void>;
	/** Over the page. */
	dialogs: Array<VNode | null>;
}

/** What users do in one card. */
export function useCard(page: Page, load: () => Promise<void>): Card {
	const [failure, setFailure] = useState("");
	const [done, setDone] = useState("");
	const heading = useRef<HTMLHeadingElement>(null);
	const { confirmed, dialog } = useReauthentication(page);
	const { ask, question } = useQuestion();

	async function tried(action: () => Promise<unknown>): Promise<boolean> {
		setFailure("");
		setDone("");
		try {
			return await confirmed(action);
		} catch (error) {
			setFailure(explain(error));
			return false;
		}
	}

	async function show(text: string): Promise<void> {
		setFailure("");
		setDone(text);
		// The button may be gone.
		heading.current?.focus();
		await load();
	}
	return { heading, failure, done, tried, ask, confirmed, show, dialogs: [question, dialog] };
}
