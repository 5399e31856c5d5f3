import type { SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { consoleTexts as words } from "#texts/console.ts";
import { Form } from "../../components/form.tsx";
import { Mistake, type PresentMistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";

interface Props {
	heading: string;
	/** Named by the act: “Delete ada”. */
	submit: string;
	/** Whether something is lost by it: then the button is red, and the focus is on the other one. */
	destroys?: boolean;
	/** What has to be typed before it is done: a name, or a number. */
	typed?: string;
	wide?: boolean;
	/** Does it. False: the user gave up a confirmation, and the dialog stays. */
	act: (form: HTMLFormElement) => Promise<boolean>;
	/** What a failure means here, if the dialog knows better than the general message. */
	onProblem?: (problem: SallyportError, form: HTMLFormElement) => Mistake | string | undefined;
	/** `done`: it was done. */
	onClose: (done: boolean) => void;
	children: (mistake: PresentMistake) => ComponentChildren;
}

const typedId = "typed-confirmation";

/** Every dialog of the console that does something: a question, or a form. It says itself what failed, and keeps what was typed. */
export function ActDialog(props: Props) {
	const { heading, submit, destroys = false, typed, wide = false, act, onProblem, onClose, children } = props;
	const dialog = useRef<HTMLDialogElement>(null);
	const done = useRef(false);
	/** Else what it answers, such as a link that is shown once, would come to nothing. */
	const stays = useRef(false);
	useEffect(() => dialog.current?.showModal(), []);

	async function send(
		fields: (name: string) => string,
		form: HTMLFormElement,
	): Promise<"leaving" | "staying"> {
		if (typed !== undefined && fields(typedId).trim() !== typed)
			throw new Mistake([typedId], words.typedWrong(typed));
		stays.current = true;
		try {
			done.current = await act(form);
		} finally {
			stays.current = false;
		}
		if (!done.current) return "staying";
		dialog.current?.close();
		return "leaving";
	}

	return (
		<dialog
			ref={dialog}
			class={wide ? "wide" : undefined}
			aria-labelledby="act"
			onCancel={(event) => stays.current && event.preventDefault()}
			onClose={() => onClose(done.current)}
		>
			<h2 id="act">{heading}</h2>
			<Form
				class={destroys ? "destroys" : wide ? "pairs" : ""}
				// It is done when the user asks for it, not when a wait is over.
				repeats={false}
				send={send}
				{...(onProblem !== undefined && { onProblem })}
				submit={submit}
				before={
					<button
						type="button"
						class="quiet"
						autofocus={destroys && typed === undefined}
						onClick={() => stays.current || dialog.current?.close()}
					>
						{words.cancel}
					</button>
				}
			>
				{(mistake) => (
					<>
						{children(mistake)}
						{typed !== undefined && (
							<TextField id={typedId} label={words.typed(typed)} mistake={mistake} required />
						)}
					</>
				)}
			</Form>
		</dialog>
	);
}
