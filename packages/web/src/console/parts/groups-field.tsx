import { useEffect, useRef } from "preact/hooks";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import type { PresentMistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { useDesk } from "../desk.ts";
import { UnknownGroup } from "../groups/find-group.ts";
import { useGroupNames } from "../users/user-filters.tsx";
import { useAct } from "./use-act.tsx";

interface Props {
	/** Also its name in the form. */
	id?: string;
	label: string;
	hint: string;
	value?: string;
	mistake: PresentMistake;
}

/** So many groups are offered; others are typed. */
const OFFERED = 16;

/** Names with spaces between them; a press on a name puts it in or takes it out. */
export function GroupsField({ id = "groups", label, hint, value = "", mistake }: Props) {
	const { groups, load } = useGroupNames();
	const field = useRef<HTMLDivElement>(null);
	useEffect(load, []);

	function toggle(name: string): void {
		const input = field.current?.querySelector("input");
		if (!input) return;
		const typed = input.value.split(/[\s,]+/).filter(Boolean);
		input.value = (typed.includes(name) ? typed.filter((each) => each !== name) : [...typed, name]).join(" ");
		input.dispatchEvent(new InputEvent("input", { bubbles: true }));
	}
	return (
		<div ref={field} class="field">
			<TextField id={id} label={label} hint={hint} value={value} mistake={mistake} />
			{mistake instanceof UnknownGroup && mistake.place === id && (
				<AddMissing
					key={mistake}
					group={mistake.group}
					done={() => field.current?.querySelector("input")?.focus()}
				/>
			)}
			{groups.length > 0 && (
				<p class="tags offered">
					{groups.slice(0, OFFERED).map((each) => (
						<button key={each} type="button" class="tag" onClick={() => toggle(each)}>
							{each}
						</button>
					))}
				</p>
			)}
		</div>
	);
}

/** Adds the group that was typed and does not exist; the form is sent again then. */
function AddMissing({ group, done }: { group: string; done: () => void }) {
	const { api } = useDesk();
	const { run, busy, failure } = useAct();
	const add = () =>
		run(() => api("POST /groups", { body: { name: group } }), {
			text: () => consoleGroupTexts.make.done(group),
			reload: async () => done(),
		});
	return (
		<>
			{failure}
			<button type="button" class="quiet" aria-busy={busy} onClick={() => void add()}>
				{consoleUserTexts.make.addGroup(group)}
			</button>
		</>
	);
}
