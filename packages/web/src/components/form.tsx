import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { clockTime, explain } from "../explain.ts";
import { Problem } from "../problem.ts";
import { texts } from "../texts.ts";
import { useWait } from "./use-wait.ts";

/** A mistake found before anything is sent; `field` is the id of the input to correct. */
export class Mistake extends Error {
	readonly field: string;
	constructor(field: string, message: string) {
		super(message);
		this.field = field;
	}
}

interface Props {
	/** Resolves "leaving" when another page comes: the button then stays busy. */
	send: (fields: (name: string) => string, form: HTMLFormElement) => Promise<"leaving" | "staying">;
	/** Words for a failure, where the form knows better than the general ones; may move the focus. */
	onProblem?: (problem: Problem, form: HTMLFormElement) => string | undefined;
	submit: string;
	class?: string;
	/** Beside the submit button. */
	aside?: ComponentChildren;
	children: ComponentChildren;
}

/** A form that sends once at a time, says what failed, and waits as long as the service asks it to. */
export function Form({ send, onProblem, submit, class: className = "card", aside, children }: Props) {
	const [busy, setBusy] = useState(false);
	const [message, setMessage] = useState("");
	const wait = useWait();
	const waited = useRef(false);

	useEffect(() => {
		if (wait.left > 0) waited.current = true;
		else if (waited.current) {
			waited.current = false;
			setMessage(texts.wait.over);
		}
	}, [wait.left]);

	async function onSubmit(event: SubmitEvent): Promise<void> {
		event.preventDefault();
		if (busy || wait.left > 0) return;
		const form = event.currentTarget as HTMLFormElement;
		const data = new FormData(form);
		setBusy(true);
		setMessage("");
		try {
			const next = await send((name) => String(data.get(name) ?? ""), form);
			if (next === "staying") setBusy(false);
		} catch (error) {
			setBusy(false);
			setMessage(words(error, form));
		}
	}

	function words(error: unknown, form: HTMLFormElement): string {
		if (error instanceof Mistake) {
			form.querySelector<HTMLElement>(`#${error.field}`)?.focus();
			return error.message;
		}
		if (!(error instanceof Problem)) return explain(error);
		if (error.retryAfter !== undefined) wait.start(error.retryAfter);
		return onProblem?.(error, form) ?? explain(error);
	}

	return (
		<form class={className} method="post" onSubmit={onSubmit}>
			{children}
			<div class="alert" role="alert">
				{message}
			</div>
			<div class="actions">
				{/* aria-disabled, not disabled: the focus stays where it is. */}
				<button type="submit" aria-disabled={busy || wait.left > 0} aria-busy={busy}>
					{wait.left > 0 ? texts.wait.button(clockTime(wait.left)) : submit}
				</button>
				{aside}
			</div>
		</form>
	);
}
