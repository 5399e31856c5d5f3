import type { ClientTemplate } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import type { PresentMistake } from "../../components/mistake.ts";
import { ChoiceField, TextField } from "../../components/text-field.tsx";
import { DaysField } from "./days-field.tsx";
import { usual } from "./settings.ts";
import { FirstFields, MoreFields, Permissions } from "./settings-fields.tsx";

const { add: words, kinds, settings: labels, optional } = consoleApplicationTexts;

interface Props {
	/** Undefined: it is registered by hand. */
	template: ClientTemplate | undefined;
	mistake: PresentMistake;
}

export function NewFields({ template, mistake }: Props) {
	const [kind, setKind] = useState("web");
	const runs = template?.kind ?? kind;
	return (
		<>
			{template === undefined && (
				<ChoiceField id="kind" label={words.kind} choices={kinds} value={kind} onChange={setKind} />
			)}
			{template?.hasUrl && (
				<TextField id="url" label={words.url} hint={words.urlHint} mistake={mistake} required />
			)}
			<FirstFields settings={usual} mistake={mistake} byTemplate={template !== undefined} />
			<details>
				<summary>{words.more}</summary>
				<div class="pairs">
					<TextField id="id" label={optional(words.id)} hint={words.idHint} mistake={mistake} />
					{runs === "web" && <DaysField />}
					{template === undefined ? (
						<MoreFields settings={usual} kind={runs} mistake={mistake} />
					) : (
						<TextField id="name" label={optional(labels.name)} mistake={mistake} />
					)}
					<Permissions settings={usual} />
				</div>
			</details>
		</>
	);
}
