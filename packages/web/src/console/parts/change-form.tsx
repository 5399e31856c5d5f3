import { SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { Form } from "../../components/form.tsx";
import type { Mistake, PresentMistake } from "../../components/mistake.ts";
import { useDesk } from "../desk.ts";
import { LeaveQuestion } from "./act-dialog.tsx";
import { ChangedDialog, type Typed } from "./changed-dialog.tsx";

const words = consoleTexts.changed;

interface Props<Thing, Fields> {
	/** What is changed, as it is now. */
	of: Thing;
	fieldsOf: (thing: Thing) => Fields;
	/** Throws a Mistake. */
	read: (form: HTMLFormElement) => Fields;
	/** The members that differ. */
	differing: (one: Fields, other: Fields) => ReadonlyArray<keyof Fields & string>;
	labels: Record<keyof Fields, string>;
	/** Sends what differs from `over`, and says so. Undefined: the user gave up a confirmation. */
	save: (typed: Fields, over: Thing) => Promise<Thing | undefined>;
	/** Looks again, after another change came first. */
	look: () => Promise<Thing>;
	onProblem: (problem: SallyportError, form: HTMLFormElement) => Mistake | undefined;
	children: (base: Thing, mistake: PresentMistake) => ComponentChildren;
}

/** Changes one thing, unless another change of the same came first. */
export function ChangeForm<Thing, Fields extends Typed<Fields>>(props: Props<Thing, Fields>) {
	const { of, fieldsOf, read, differing, labels, save, look, onProblem, children } = props;
	const { say } = useDesk();
	/** As it was when the fields began; another act on this page does not empty them. */
	const [base, setBase] = useState(of);
	const [conflict, setConflict] = useState<{ typed: Fields; now: Thing } | null>(null);
	const generation = useRef(0);
	const focused = useRef("");
	// The fields are new ones: the focus would be lost with those before.
	useLayoutEffect(() => {
		if (generation.current === 0) return;
		const submit = document.querySelector<HTMLElement>("main form [type=submit]");
		(document.getElementById(focused.current) ?? submit)?.focus();
	}, [base]);

	function begin(from: Thing): void {
		focused.current = document.activeElement?.id ?? "";
		generation.current += 1;
		setBase(from);
		setConflict(null);
	}

	async function keep(typed: Fields, over: Thing): Promise<boolean> {
		if (differing(fieldsOf(over), typed).length === 0) {
			say(words.nothing);
			return true;
		}
		const done = await save(typed, over);
		if (done === undefined) return false;
		begin(done);
		return true;
	}

	async function send(_fields: unknown, form: HTMLFormElement): Promise<"staying"> {
		const typed = read(form);
		try {
			await keep(typed, base);
		} catch (error) {
			if (!(error instanceof SallyportError) || error.code !== "precondition_failed") throw error;
			await settle(typed);
		}
		return "staying";
	}

	/** Another change came first: it is shown, unless it was of something else. */
	async function settle(typed: Fields): Promise<void> {
		const now = await look();
		// What came first is this very change: it was made, and its answer was lost.
		if (differing(fieldsOf(now), typed).length === 0) {
			say(words.saved);
			return begin(now);
		}
		const others = differing(fieldsOf(base), fieldsOf(now));
		if (others.length > 0) setConflict({ typed, now });
		else await keep(typed, now);
	}

	return (
		<>
			<Form
				key={generation.current}
				class="pairs"
				repeats={false}
				send={send}
				onProblem={onProblem}
				submit={words.save}
			>
				{(mistake) => children(base, mistake)}
			</Form>
			<LeaveQuestion isChanged={() => isChanged(base, props)} />
			{conflict !== null && (
				<ChangedDialog
					base={fieldsOf(base)}
					typed={conflict.typed}
					now={fieldsOf(conflict.now)}
					differing={differing}
					labels={labels}
					keep={(merged) => keep(merged, conflict.now)}
					take={() => begin(conflict.now)}
					onClose={() => setConflict(null)}
				/>
			)}
		</>
	);
}

/** Whether something is typed that is not saved. */
function isChanged<Thing, Fields>(base: Thing, { fieldsOf, read, differing }: Props<Thing, Fields>): boolean {
	const form = document.querySelector<HTMLFormElement>("main form.pairs");
	try {
		return form !== null && differing(fieldsOf(base), read(form)).length > 0;
	} catch {
		// What cannot be read was typed.
		return true;
	}
}
