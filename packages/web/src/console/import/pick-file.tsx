import { useState } from "preact/hooks";
import { consoleImportTexts as words } from "#texts/console-import.ts";
import { Words } from "../../components/words.tsx";
import { readPeopleFile } from "./people-file.ts";
import { FileProblem, type PeopleFile } from "./table-of-people.ts";

interface Props {
	/** Of the file that was picked; null: none was. */
	name: string | null;
	rows: number;
	busy: boolean;
	onPick: (name: string, people: PeopleFile) => void;
	onBad: () => void;
}

export function PickFile({ name, rows, busy, onPick, onBad }: Props) {
	const [mistake, setMistake] = useState("");

	async function read(file: File): Promise<void> {
		setMistake("");
		try {
			onPick(file.name, await readPeopleFile(file));
		} catch (error) {
			onBad();
			setMistake(words.problems[error instanceof FileProblem ? error.problem : "unreadable"]);
		}
	}

	return (
		<section class="picked-file">
			<p>
				<Words text={words.intro} />
			</p>
			<label for="file">{name === null ? words.pick : words.pickAgain}</label>
			<input
				id="file"
				type="file"
				accept=".csv,.ndjson,.jsonl,.txt,text/csv"
				disabled={busy}
				aria-describedby="file-outcome"
				// The same file, corrected, is another one.
				onClick={({ currentTarget }) => {
					currentTarget.value = "";
				}}
				onChange={({ currentTarget: { files } }) => files?.[0] && void read(files[0])}
			/>
			<p id="file-outcome" class={mistake === "" ? "hint" : "mistake"} role="status">
				{mistake === "" ? name !== null && words.rows(rows) : mistake}
			</p>
		</section>
	);
}
