import { useEffect, useRef } from "preact/hooks";
import type { PresentMistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { useGroupNames } from "../users/user-filters.tsx";

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
			<TextField id={id} label={label} hint={hint} value={value} mistake={mistake} most={25_000} />
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
