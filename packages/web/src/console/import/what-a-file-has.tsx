import { consoleImportTexts as words } from "#texts/console-import.ts";
import { Copyable } from "../../components/copyable.tsx";
import { Words } from "../../components/words.tsx";
import { saveFile } from "../../save-file.ts";
import { members, SAMPLE } from "./members.ts";

/** What there is to know before a file is picked: its columns, and how its lines look. */
export function WhatAFileHas() {
	return (
		<section class="columns" aria-labelledby="what">
			<h2 id="what">{words.has}</h2>
			<ul class="members">
				{members.map((each) => (
					<li key={each}>
						<code>{each}</code> {words.members[each]}
					</li>
				))}
			</ul>
			<p>
				<Words text={words.sample} />
			</p>
			<Copyable text={SAMPLE} what={words.copy} />
			<button type="button" class="link" onClick={() => saveFile(new Blob([SAMPLE]), "users.csv")}>
				{words.save}
			</button>
		</section>
	);
}
