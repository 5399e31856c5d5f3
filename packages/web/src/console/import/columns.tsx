import type { ComponentChildren } from "preact";
import { consoleImportTexts as words } from "#texts/console-import.ts";
import { type Mapping, type Member, members } from "./members.ts";
import type { PeopleFile } from "./table-of-people.ts";

interface Props {
	people: PeopleFile;
	mapping: Mapping;
	busy: boolean;
	set: (mapping: Mapping) => void;
	/** What comes next. */
	children: ComponentChildren;
}

/** Which column is what; beside each, the first value in it. */
export function Columns({ people: { columns, rows }, mapping, busy, set, children }: Props) {
	function change(at: number, value: string): void {
		const member = members.find((each) => each === value) ?? null;
		// A member is in one column.
		set(mapping.map((each, index) => (index === at ? member : each === member ? null : each)));
	}
	return (
		<section class="columns" aria-labelledby="columns">
			<h2 id="columns">{words.columns}</h2>
			<div class="rows">
				<table>
					<caption>{words.columns}</caption>
					<thead>
						<tr>
							<th scope="col">{words.column}</th>
							<th scope="col">{words.example}</th>
							<th scope="col">{words.means}</th>
						</tr>
					</thead>
					<tbody>
						{columns.map((column, at) => (
							<tr key={at}>
								<th scope="row">
									<bdi>{column || words.unnamed(at + 1)}</bdi>
								</th>
								<td>
									<span class="term">{words.example}</span>
									<bdi class="value">{exampleIn(rows, at)}</bdi>
								</td>
								<td>
									<span class="term">{words.means}</span>
									<select
										aria-label={words.meansWhich(column || words.unnamed(at + 1))}
										autocomplete="off"
										disabled={busy}
										value={mapping[at] ?? ""}
										onChange={({ currentTarget }) => change(at, currentTarget.value)}
									>
										<option value="">{words.leaveOut}</option>
										{members.map((each: Member) => (
											<option key={each} value={each}>
												{words.members[each]}
											</option>
										))}
									</select>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
			{!mapping.includes("username") && (
				<p class="mistake" role="alert">
					{words.needsUsername}
				</p>
			)}
			<div class="filters">{children}</div>
		</section>
	);
}

/** Of as many as are looked at. */
const LOOKED_AT = 50;
const SHOWN = 60;

function exampleIn(rows: PeopleFile["rows"], at: number): string {
	for (const { cells } of rows.slice(0, LOOKED_AT)) {
		const cell = cells?.[at];
		const text =
			cell === undefined || cell === null ? "" : typeof cell === "string" ? cell : JSON.stringify(cell);
		if (text !== "") return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
	}
	return "–";
}
