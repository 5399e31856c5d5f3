import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "../desk.ts";
import { Fold } from "./fold.tsx";

const words = consoleTexts.list;

/** The address without the page of the list: a filter begins at the first one. Null takes a filter away. */
export function useFilter(): (name: string, value: string | null, how?: { replace?: boolean }) => void {
	const { place, to, go } = useDesk();
	return (name, value, how) => {
		const given: Record<string, string | null> = {
			...Object.fromEntries(place.query),
			cursor: null,
			[name]: value,
		};
		go(to(place.path, given), how);
	};
}

/** The address without these filters; null: none of them is set. */
export function useCleared(names: readonly string[]): string | null {
	const { place, to } = useDesk();
	const kept = [...place.query].filter(([name]) => name !== "cursor" && !names.includes(name));
	return names.some((name) => place.query.has(name)) ? to(place.path, Object.fromEntries(kept)) : null;
}

/** Milliseconds after the last key. */
const PAUSE = 250;

/** One field; what is typed is looked for as it is typed. */
export function SearchField({ name, label, hint }: { name: string; label: string; hint: string }) {
	const { place } = useDesk();
	const change = useFilter();
	const latest = useRef(change);
	latest.current = change;
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const value = place.query.get(name) ?? "";
	const input = useShown(value);
	useEffect(() => () => clearTimeout(timer.current), []);

	function typed(text: string, pause: number): void {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => latest.current(name, text.trim() || null, { replace: true }), pause);
	}
	return (
		<search>
			<form
				class="search"
				onSubmit={(event) => {
					event.preventDefault();
					typed(input.current?.value ?? "", 0);
				}}
			>
				<input
					ref={input}
					type="search"
					name={name}
					aria-label={label}
					placeholder={label}
					title={hint}
					defaultValue={value}
					autocomplete="off"
					autocapitalize="none"
					maxLength={254}
					onInput={(event) => typed(event.currentTarget.value, PAUSE)}
				/>
			</form>
		</search>
	);
}

interface ChipProps {
	/** Of the parameter in the address. */
	name: string;
	label: string;
	/** By value. */
	choices: Record<string, string>;
	/** Where none is chosen: “any” unless given. */
	none?: string;
}

/** A filter with few values. */
export function Chip({ name, label, choices, none = words.any }: ChipProps) {
	const { place } = useDesk();
	const change = useFilter();
	const value = place.query.get(name) ?? "";
	return (
		<label class={value === "" ? "chip" : "chip on"}>
			<span>{label}</span>
			<select
				value={value}
				autocomplete="off"
				onChange={(event) => change(name, event.currentTarget.value || null)}
			>
				<option value="">{none}</option>
				{Object.entries(choices).map(([each, text]) => (
					<option key={each} value={each}>
						{text}
					</option>
				))}
				{value !== "" && !Object.hasOwn(choices, value) && (
					<option value={value}>
						{value
							.split(",")
							.map((each) => choices[each] ?? each)
							.join(", ")}
					</option>
				)}
			</select>
		</label>
	);
}

/** A field that shows what the address says, whatever was typed. A new field in its place would not have the focus. */
export function useShown(value: string, at?: string) {
	const input = useRef<HTMLInputElement>(null);
	// An effect that is not of the layout would come a moment later, and put it over what is typed by then.
	useLayoutEffect(() => {
		if (input.current !== null && input.current.value.trim() !== value) input.current.value = value;
	}, [value, at]);
	return input;
}

interface TextChipProps {
	name: string;
	label: string;
}

/** A filter with many values. */
export function TextChip({ name, label }: TextChipProps) {
	const { place } = useDesk();
	const change = useFilter();
	const value = place.query.get(name) ?? "";
	const input = useShown(value);
	return (
		<label class={value === "" ? "chip" : "chip on"}>
			<span>{label}</span>
			<input
				ref={input}
				type="text"
				defaultValue={value}
				placeholder={words.any}
				autocomplete="off"
				autocapitalize="none"
				maxLength={254}
				onChange={(event) => change(name, event.currentTarget.value.trim() || null)}
			/>
		</label>
	);
}

interface FiltersProps {
	names: readonly string[];
	/** A field that is always in sight. */
	search?: ComponentChildren;
	children?: ComponentChildren;
}

/** The search field and the chips, and a way to take them all away. */
export function Filters({ names, search, children }: FiltersProps) {
	const { place } = useDesk();
	const cleared = useCleared(names);
	return (
		<div class="filters">
			{search}
			<Fold name={words.fold} open={names.some((name) => name !== "q" && place.query.has(name))}>
				{children}
			</Fold>
			{cleared !== null && <a href={cleared}>{words.clear}</a>}
		</div>
	);
}
