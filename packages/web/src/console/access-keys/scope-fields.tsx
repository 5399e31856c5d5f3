import { useState } from "preact/hooks";
import { consoleAccessKeyTexts } from "#texts/console-access-keys.ts";
import type { PresentMistake } from "../../components/mistake.ts";
import { namesIn } from "../parts/names-in.ts";
import { ChoiceField, TextField } from "../parts/text-field.tsx";

const words = consoleAccessKeyTexts.make;
const reserved = Object.keys(words.reserved) as Array<keyof typeof words.reserved>;

/** A key administers this service or is for other APIs, never both. */
export function ScopeFields({ mistake }: { mistake: PresentMistake }) {
	const [purpose, setPurpose] = useState("apis");
	return (
		<>
			<ChoiceField id="purpose" label={words.purpose} choices={words.purposes} onChange={setPurpose} />
			{purpose === "apis" ? (
				<TextField id="scopes" label={words.scopes} hint={words.scopesHint} mistake={mistake} most={1024} />
			) : (
				<fieldset class="scopes">
					<legend>{words.allowed}</legend>
					{reserved.map((name) => (
						<label key={name} class="tick">
							<input type="checkbox" name="scope" value={`sallyport:${name}`} autocomplete="off" />
							<span>{words.reserved[name]}</span>
						</label>
					))}
					{mistake?.place === "scopes" && (
						<p class="mistake" role="alert">
							{mistake.message}
						</p>
					)}
				</fieldset>
			)}
		</>
	);
}

export function scopesFrom(fields: FormData): string[] {
	if (fields.get("purpose") === "administer") return fields.getAll("scope").map(String);
	return namesIn(String(fields.get("scopes") ?? ""));
}
