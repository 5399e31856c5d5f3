import type { SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { consoleTexts as words } from "#texts/console.ts";
import { Form } from "../../components/form.tsx";
import { Mistake, type PresentMistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { useDesk } from "../desk.ts";
import { unlosable } from "../place.ts";

interface Props<T> {
	heading: string;
	/** Named by the act: “Delete ada”. */
	submit: string;
	/** Whether something is lost by it: then the button is red, and the focus is on the other one. */
	destroys?: boolean;
	/** What has to be typed before it is done: a name, or a number. */
	typed?: string;
	wide?: boolean;
	/** Does it. Undefined: the user gave up a confirmation, and the dialog stays. */
	act: (form: HTMLFormElement) => Promise<T | undefined>;
	/** Says that it is done, and looks again at what has changed, before the dialog closes. */
	done?: (answer: T) => void | Promise<void>;
	/** What a failure means here, if the dialog knows better than the general message. */
	onProblem?: (problem: SallyportError, form: HTMLFormElement) => Mistake | string | undefined;
	/** With what the act has answered; undefined: it was not done. */
	onClose: (answer?: T) => void;
	children: (mistake: PresentMistake) => ComponentChildren;
}

const typedId = "typed-confirmation";

/** Every dialog of the console that does something: a question, or a form. It says itself what failed, and keeps what was typed. */
export function ActDialog<T>(props: Props<T>) {
	const {
		heading,
		submit,
		destroys = false,
		typed,
		wide = false,
		act,
		done,
		onProblem,
		onClose,
		children,
	} = props;
	const { hold } = useDesk();
	const dialog = useRef<HTMLDialogElement>(null);
	const answer = useRef<T>(undefined);
	/** Else what it answers, such as a link that is shown once, would come to nothing. */
	const stays = useRef(false);
	const isTyped = useRef(false);
	useEffect(() => dialog.current?.showModal(), []);

	async function send(
		fields: (name: string) => string,
		form: HTMLFormElement,
	): Promise<"leaving" | "staying"> {
		if (typed !== undefined && fields(typedId).trim() !== typed)
			throw new Mistake([typedId], words.typedWrong(typed));
		stays.current = true;
		const free = hold(unlosable);
		try {
			answer.current = await act(form);
			if (answer.current !== undefined) await done?.(answer.current);
		} finally {
			free();
			stays.current = false;
		}
		if (answer.current === undefined) return "staying";
		dialog.current?.close();
		return "leaving";
	}

	return (
		<>
			<dialog
				ref={dialog}
				class={wide ? "wide" : undefined}
				aria-label={heading}
				onInput={() => {
					isTyped.current = true;
				}}
				onCancel={(event) => stays.current && event.preventDefault()}
				onClose={() => onClose(answer.current)}
			>
				<h2>{heading}</h2>
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
			{!destroys && <LeaveQuestion isChanged={() => isTyped.current} />}
		</>
	);
}

/** Asks before another page opens, while a form of this one has words that would be lost. */
export function LeaveQuestion({ isChanged }: { isChanged: () => boolean }) {
	const { hold } = useDesk();
	const [leave, setLeave] = useState<{ open: () => void } | null>(null);
	const latest = useRef(isChanged);
	latest.current = isChanged;
	useEffect(() => hold({ isChanged: () => latest.current(), ask: (open) => setLeave({ open }) }), []);
	if (leave === null) return null;
	return (
		<ActDialog
			key={leave}
			heading={words.changed.leave}
			submit={words.changed.leaveSubmit}
			destroys
			act={async () => null}
			onClose={(answer) => {
				// A second question may have come before the end of the first was heard.
				setLeave((now) => (now === leave ? null : now));
				if (answer !== undefined) leave.open();
			}}
		>
			{() => null}
		</ActDialog>
	);
}
