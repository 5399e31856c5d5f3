import { consoleImportTexts as words } from "#texts/console-import.ts";
import { problems } from "../../explain.ts";
import { type Column, Table } from "../parts/table.tsx";
import type { Candidate } from "./try-out.ts";

/** More are not read by anyone; they come when these are corrected. */
const SHOWN = 200;

const columns: Array<Column<Candidate>> = [
	{ name: "line", heading: words.line, cell: ({ line }) => line },
	{
		name: "username",
		heading: words.members.username,
		cell: ({ user }) => <bdi>{String(user.username ?? "–")}</bdi>,
	},
	{ name: "wrong", heading: words.wrong, cell: (each) => sentenceOf(each) },
];

/** The rows that are not imported, each with what is wrong with it. */
export function BadRows({ bad }: { bad: readonly Candidate[] }) {
	if (bad.length === 0) return null;
	return (
		<>
			<Table
				caption={words.wrong}
				columns={columns}
				rows={bad.slice(0, SHOWN)}
				idOf={({ line }) => String(line)}
				busy={false}
			/>
			{bad.length > SHOWN && <p class="hint">{words.more(bad.length - SHOWN)}</p>}
		</>
	);
}

function sentenceOf({ code, member, message }: Candidate): string {
	if (code === "unreadable_line") return words.unreadableLine;
	if (code === "twice") return words.twice(message);
	const known = code !== "validation_failed" ? problems[code ?? ""] : undefined;
	return known ?? words.refused(member, message);
}
