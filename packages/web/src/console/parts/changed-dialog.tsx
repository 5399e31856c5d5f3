import { useEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { Form } from "../../components/form.tsx";

const words = consoleTexts.changed;

/** What a form shows, as it is typed. */
export type Typed<Fields> = { [Member in keyof Fields]: string | boolean };

interface Props<Fields> {
	/** As it was when the form was opened. */
	base: Fields;
	/** As it was typed. */
	typed: Fields;
	/** As it is now. */
	now: Fields;
	/** The members that differ. */
	differing: (one: Fields, other: Fields) => ReadonlyArray<keyof Fields & string>;
	labels: Record<keyof Fields, string>;
	/** Saves over what is there now. False: the user gave up a confirmation. */
	keep: (merged: Fields) => Promise<boolean>;
	take: () => void;
	onClose: () => void;
}

/** Both versions side by side, of every member that either has changed. */
export function ChangedDialog<Fields extends Typed<Fields>>(props: Props<Fields>) {
	const { base, typed, now, differing, labels, keep, take, onClose } = props;
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	const mine = differing(base, typed);
	const members = [...new Set([...mine, ...differing(base, now)])];
	// What was not touched here stays as the other change has left it.
	const merged = { ...now };
	for (const member of mine) merged[member] = typed[member];

	async function send(): Promise<"leaving" | "staying"> {
		if (!(await keep(merged))) return "staying";
		dialog.current?.close();
		return "leaving";
	}

	return (
		<dialog ref={dialog} class="wide" aria-labelledby="changed" onClose={onClose}>
			<h2 id="changed">{words.heading}</h2>
			<p>{words.text}</p>
			<div class="rows">
				<table>
					<caption>{words.heading}</caption>
					<thead>
						<tr>
							<th scope="col">{words.what}</th>
							<th scope="col">{words.yours}</th>
							<th scope="col">{words.now}</th>
						</tr>
					</thead>
					<tbody>
						{members.map((member) => (
							<tr key={member}>
								<th scope="row">{labels[member]}</th>
								<Version term={words.yours} value={merged[member]} />
								<Version term={words.now} value={now[member]} />
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<Form
				class=""
				repeats={false}
				send={send}
				submit={words.keep}
				before={
					<>
						<button type="button" class="quiet" autofocus onClick={() => dialog.current?.close()}>
							{consoleTexts.cancel}
						</button>
						<button type="button" class="quiet" onClick={take}>
							{words.take}
						</button>
					</>
				}
			>
				{() => null}
			</Form>
		</dialog>
	);
}

/** On a phone, which has no room for two beside each other, each says what it is. */
function Version({ term, value }: { term: string; value: string | boolean }) {
	return (
		<td>
			<span class="term">{term}</span>
			{typeof value === "boolean" ? (
				value ? (
					consoleTexts.yes
				) : (
					consoleTexts.no
				)
			) : (
				<bdi class="as-typed">{value || "–"}</bdi>
			)}
		</td>
	);
}
