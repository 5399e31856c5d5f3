import type { MadeClient } from "@sallyport/client";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { Copyable } from "../../components/copyable.tsx";
import { Words } from "../../components/words.tsx";

const words = consoleApplicationTexts.made;

export function Labelled({ label, text }: { label: string; text: string }) {
	return (
		<div class="labelled">
			<p>{label}</p>
			<Copyable text={text} what={label} />
		</div>
	);
}

/** What to write on the side of the application, and what to know of it. */
export function SetupLines({ setup }: { setup: NonNullable<MadeClient["setup"]> }) {
	return (
		<>
			<Labelled label={words.lines(setup.where)} text={setup.lines} />
			<div class="labelled">
				<p id="notes">{words.notes}</p>
				<ul aria-labelledby="notes">
					{setup.notes.map((note) => (
						<li key={note}>
							<Words text={note} />
						</li>
					))}
				</ul>
			</div>
			<p class="hint">
				{words.checked[setup.checked]}{" "}
				<a href={setup.documents} target="_blank" rel="noreferrer">
					{words.documents}
				</a>
			</p>
		</>
	);
}
