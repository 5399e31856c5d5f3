import { fieldMistake, type PresentMistake } from "../../components/mistake.ts";
import { Tick } from "./tick.tsx";

/** Names of scopes, as programs write them. */
export function Scopes({ names }: { names: readonly string[] }) {
	return (
		<span class="tags scopes">
			{names.map((each) => (
				<code key={each} class="tag">
					{each}
				</code>
			))}
		</span>
	);
}

/** In words, and as the lists and programs have it. */
function Named({ text, name }: { text: string; name: string }) {
	return (
		<>
			{text} <code class="also">{name}</code>
		</>
	);
}

interface TicksProps {
	legend: string;
	hint?: string;
	/** By name, in words. */
	offered: Record<string, string>;
	chosen?: readonly string[];
	mistake?: PresentMistake;
}

/** Scopes to choose from; their names are in the member `scope` of the form. */
export function ScopeTicks({ legend, hint, offered, chosen = [], mistake = null }: TicksProps) {
	const { attributes, message } = fieldMistake(mistake, "scopes", hint && "scopes-hint");
	return (
		<fieldset class="scopes" id="scopes" tabIndex={-1} aria-describedby={attributes["aria-describedby"]}>
			<legend>{legend}</legend>
			{hint !== undefined && (
				<p class="hint" id="scopes-hint">
					{hint}
				</p>
			)}
			{Object.entries(offered).map(([name, text]) => (
				<Tick
					key={name}
					name="scope"
					value={name}
					text={text === name ? text : <Named text={text} name={name} />}
					checked={chosen.includes(name)}
				/>
			))}
			{message !== "" && (
				<p class="mistake" role="alert" id="scopes-mistake">
					{message}
				</p>
			)}
		</fieldset>
	);
}
