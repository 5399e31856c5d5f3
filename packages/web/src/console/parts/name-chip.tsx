import { useEffect, useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { explain } from "../../explain.ts";
import { useDesk } from "../desk.ts";
import { useFilter, useShown } from "./filters.tsx";
import { useFound } from "./use-found.ts";

interface Choice {
	/** In the address. */
	value: string;
	name: string;
}

interface Props {
	/** Of the parameter in the address. */
	name: string;
	label: string;
	/** The name of what is chosen. */
	shown: string;
	/** The first names that begin so, which are small letters. */
	find: (text: string, signal?: AbortSignal) => Promise<readonly Choice[]>;
}

/** A filter by a name: the whole of it is typed, or the beginning that one alone has. */
export function NameChip({ name, label, shown, find }: Props) {
	const { place, read } = useDesk();
	const [text, setText] = useState<string | null>(null);
	const [offered, setOffered] = useFound(text, find);
	const [wrong, setWrong] = useState({ at: "", why: "" });
	const change = useRef(useFilter());
	change.current = useFilter();
	/** What was typed at another address counts no more. */
	const at = place.query.toString();
	const input = useShown(shown, at);
	const why = wrong.at === at ? wrong.why : "";

	// The names stay in sight, where the browser can show them.
	useEffect(() => {
		if (why !== consoleTexts.find.several || document.activeElement !== input.current) return;
		try {
			input.current?.showPicker();
		} catch {}
	}, [wrong]);

	async function choose(typed: string): Promise<void> {
		if (typed === "") return change.current(name, null);
		try {
			const found = await read(() => find(typed));
			// Another page is open by now.
			if (input.current === null) return;
			const whole = found.find((each) => each.name === typed.toLowerCase());
			const [first, second] = found;
			const { nothing, several } = consoleTexts.find;
			if (whole) change.current(name, whole.value);
			else if (first === undefined) setWrong({ at, why: nothing });
			else if (second === undefined) change.current(name, first.value);
			else {
				setOffered(found);
				setWrong({ at, why: several });
			}
		} catch (error) {
			setWrong({ at, why: explain(error) });
		}
	}

	return (
		<label class={shown === "" ? "chip" : "chip on"}>
			<span>{label}</span>
			<input
				ref={input}
				type="text"
				list={`chip-${name}`}
				defaultValue={shown}
				placeholder={consoleTexts.list.any}
				aria-invalid={why !== "" || undefined}
				autocomplete="off"
				autocapitalize="none"
				maxLength={254}
				onFocus={(event) => setText(event.currentTarget.value.trim())}
				onInput={(event) => setText(event.currentTarget.value.trim())}
				onChange={(event) => void choose(event.currentTarget.value.trim())}
			/>
			<datalist id={`chip-${name}`}>
				{offered?.map((each) => (
					<option key={each.value} value={each.name} />
				))}
			</datalist>
			<span class="mistake" role="alert">
				{why}
			</span>
		</label>
	);
}
