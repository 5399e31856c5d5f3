import { SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { texts } from "#texts/login.ts";
import { clockTime, explain, soon } from "../explain.ts";
import { mayResend } from "../resend.ts";
import { Mistake, type PresentMistake } from "./mistake.ts";
import { useWait } from "./use-wait.ts";

interface Props {
	/** Resolves with "leaving" when another page loads: the button then stays busy. */
	send: (fields: (name: string) => string, form: HTMLFormElement) => Promise<"leaving" | "staying">;
	/** What a failure means here, if the form knows better than the general message. */
	onProblem?: (problem: SallyportError, form: HTMLFormElement) => Mistake | string | undefined;
	submit: string;
	/** Whether to send the same again after a wait, if the request had no effect. Default: true. */
	repeats?: boolean;
	class?: string;
	/** Next to the submit button, before and after it. */
	before?: ComponentChildren;
	aside?: ComponentChildren;
	/** The fields, with what is wrong with them. */
	children: (mistake: PresentMistake) => ComponentChildren;
}

/**
 * A form that sends one request at a time, shows what failed, and waits as long as the service asks. If the request had no
 * effect, it then sends it again, unless the user stops it or changes a field.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state; as parts apart from their markup, it would cost each login 80 bytes.
export function Form(props: Props) {
	const {
		send,
		onProblem,
		submit,
		repeats = true,
		class: className = "card",
		before,
		aside,
		children,
	} = props;
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState("");
	const [mistake, setMistake] = useState<PresentMistake>(null);
	/** Progress without user action; announced politely. */
	const [standing, setStanding] = useState("");
	const [resends, setResends] = useState(false);
	const times = useRef(0);
	/** Since the fields were last sent. */
	const changed = useRef(false);
	const form = useRef<HTMLFormElement>(null);
	const submitButton = useRef<HTMLButtonElement>(null);
	const stopButton = useRef<HTMLButtonElement>(null);
	const wait = useWait(() => {
		if (!resends) return setStanding(texts.wait.over);
		times.current += 1;
		void sendFields(texts.wait.resending);
	});
	const waits = wait.left > 0;

	function onSubmit(event: SubmitEvent): void {
		event.preventDefault();
		if (busy || waits) return;
		times.current = 0;
		void sendFields("");
	}

	async function sendFields(progress: string): Promise<void> {
		if (form.current === null) return;
		const data = new FormData(form.current);
		changed.current = false;
		doNotResend();
		setBusy(true);
		setFailure("");
		setMistake(null);
		setStanding(progress);
		try {
			if ((await send((name) => String(data.get(name) ?? ""), form.current)) === "leaving") return;
			setStanding("");
		} catch (error) {
			setStanding("");
			if (form.current !== null) show(error, form.current);
		}
		setBusy(false);
	}

	function show(error: unknown, form: HTMLFormElement): void {
		if (error instanceof Mistake) {
			form.querySelector<HTMLElement>(`#${error.place}`)?.focus();
			setMistake(error);
		} else if (error instanceof SallyportError && error.retryAfter !== undefined) {
			const again = repeats && !changed.current && mayResend(error, times.current);
			wait.start(error.retryAfter);
			setResends(again);
			setStanding(explain(error, again));
		} else {
			const meaning = error instanceof SallyportError ? onProblem?.(error, form) : undefined;
			if (meaning instanceof Mistake) show(meaning, form);
			else setFailure(meaning ?? explain(error));
		}
	}

	function doNotResend(): void {
		// Otherwise the focus would be lost with the button.
		if (document.activeElement === stopButton.current) submitButton.current?.focus();
		setResends(false);
	}

	function onInput({ target }: Event): void {
		changed.current = true;
		if (target instanceof HTMLElement && mistake?.fields.includes(target.id)) setMistake(null);
		stop();
	}

	function stop(): void {
		if (!resends) return;
		doNotResend();
		setStanding(texts.wait.stopped(soon(wait.left)));
	}

	return (
		<form class={className} method="post" ref={form} onSubmit={onSubmit} onInput={onInput}>
			{children(mistake)}
			<div class="alert" role="alert">
				{failure}
			</div>
			<div class="banner" role="status">
				{standing}
			</div>
			<div class="actions">
				{before}
				{/* aria-disabled, not disabled: the focus stays where it is. */}
				<button ref={submitButton} type="submit" aria-disabled={busy || waits} aria-busy={busy}>
					{waits ? texts.wait.button : submit}
					{/* Hidden; otherwise a screen reader would read the name of the button every second. */}
					{waits && <span aria-hidden="true">{`\u00a0${clockTime(wait.left)}`}</span>}
				</button>
				{resends && (
					<button ref={stopButton} type="button" class="quiet" onClick={stop}>
						{texts.wait.stop}
					</button>
				)}
				{aside}
			</div>
		</form>
	);
}
