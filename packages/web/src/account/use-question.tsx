import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";

export interface Question {
	heading: string;
	text: string;
	submit: string;
	/** Whether nothing is lost by it. */
	isHarmless?: boolean;
}

interface Asking {
	/** Resolves with whether the user wants it. */
	ask: (question: Question) => Promise<boolean>;
	question: VNode | null;
}

/** Asks before something is lost, or changes elsewhere. */
export function useQuestion(): Asking {
	const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null);

	async function ask(question: Question): Promise<boolean> {
		const yes = await new Promise<boolean>((answer) => setAsked({ ...question, answer }));
		setAsked(null);
		return yes;
	}
	return { ask, question: asked && <QuestionDialog {...asked} /> };
}

function QuestionDialog(props: Question & { answer: (yes: boolean) => void }) {
	const { heading, text, submit, isHarmless = false, answer } = props;
	const dialog = useRef<HTMLDialogElement>(null);
	const yes = useRef(false);
	useEffect(() => dialog.current?.showModal(), []);

	function close(agreed: boolean): void {
		yes.current = agreed;
		dialog.current?.close();
	}
	return (
		<dialog
			ref={dialog}
			aria-labelledby="question"
			aria-describedby="question-text"
			onClose={() => answer(yes.current)}
		>
			<h2 id="question">{heading}</h2>
			<p id="question-text">{text}</p>
			<div class="actions">
				<button type="button" class={isHarmless ? undefined : "danger"} onClick={() => close(true)}>
					{submit}
				</button>
				<button type="button" class="quiet" autofocus onClick={() => close(false)}>
					{reauthenticateTexts.cancel}
				</button>
			</div>
		</dialog>
	);
}
