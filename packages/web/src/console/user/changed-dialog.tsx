import { useEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { Form } from "../../components/form.tsx";
import { differing, type Member, type Profile } from "./profile-change.ts";

const words = consoleTexts.changed;

interface Props {
	/** As it was when the form was opened. */
	base: Profile;
	/** As it was typed. */
	typed: Profile;
	/** As it is now. */
	now: Profile;
	/** Saves over what is there now. False: the user gave up a confirmation. */
	keep: (merged: Profile) => Promise<boolean>;
	take: () => void;
	onClose: () => void;
}

/** Both versions side by side, of every member that either has changed. */
export function ChangedDialog({ base, typed, now, keep, take, onClose }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	const mine = differing(base, typed);
	const members = [...new Set([...mine, ...differing(base, now)])];
	// What was not touched here stays as the other change has left it.
	const merged = Object.fromEntries(
		Object.entries(now).map(([member, value]) => [
			member,
			mine.includes(member as Member) ? typed[member as Member] : value,
		]),
	) as unknown as Profile;

	async function send(): Promise<"leaving" | "staying"> {
		if (!(await keep(merged))) return "staying";
		dialog.current?.close();
		return "leaving";
	}

	return (
		<dialog ref={dialog} class="wide" aria-labelledby="changed" onClose={onClose}>
			<h2 id="changed">{words.heading}</h2>
			<p>{words.text}</p>
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
							<th scope="row">{consoleUserPageTexts.profile[member]}</th>
							<td>{shown(merged[member])}</td>
							<td>{shown(now[member])}</td>
						</tr>
					))}
				</tbody>
			</table>
			<Form
				class=""
				repeats={false}
				send={send}
				submit={words.keep}
				aside={
					<>
						<button type="button" class="quiet" onClick={take}>
							{words.take}
						</button>
						<button type="button" class="quiet" autofocus onClick={() => dialog.current?.close()}>
							{consoleTexts.cancel}
						</button>
					</>
				}
			>
				{() => null}
			</Form>
		</dialog>
	);
}

function shown(value: string | boolean) {
	if (typeof value === "boolean") return value ? consoleTexts.yes : consoleTexts.no;
	return value === "" ? "–" : <bdi class="as-typed">{value}</bdi>;
}
