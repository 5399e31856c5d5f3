import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";

const words = consoleTexts.list;

export interface Column<Row> {
	/** Unique among the columns; a class of its cells. */
	name: string;
	heading: string;
	cell: (row: Row) => ComponentChildren;
	/** Where its heading leads to sort by it. */
	sort?: { href: string; present: "ascending" | "descending" | "none" };
}

/** The rows that are ticked. */
export interface Selection<Row> {
	ids: ReadonlySet<string>;
	set: (ids: ReadonlySet<string>) => void;
	/** For screen readers. */
	nameOf: (row: Row) => string;
}

interface Props<Row> {
	/** Read before the table; seen where `title` is. */
	caption: string;
	captionRef?: RefObject<HTMLTableCaptionElement | null>;
	/** The first one names the row: its cell has the link. */
	columns: ReadonlyArray<Column<Row>>;
	rows: readonly Row[];
	idOf: (row: Row) => string;
	selection?: Selection<Row>;
	busy: boolean;
}

/** Rows of a list. On a phone each row is a list of terms. */
export function Table<Row>(props: Props<Row>) {
	const { caption, captionRef, columns, rows, selection, busy } = props;
	const last = useRef("");
	return (
		<div class="rows" aria-busy={busy}>
			<table>
				<caption tabIndex={-1} ref={captionRef ?? null}>
					{caption}
				</caption>
				<thead>
					<tr>
						{selection !== undefined && <SelectAll {...props} selection={selection} />}
						{columns.map(({ name, heading, sort }) => (
							<th
								key={name}
								scope="col"
								class={name}
								aria-sort={sort?.present === "none" ? undefined : sort?.present}
							>
								{sort === undefined ? heading : <a href={sort.href}>{heading}</a>}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row, nth) => (
						<OneRow key={props.idOf(row)} {...props} row={row} nth={nth} last={last} />
					))}
				</tbody>
			</table>
		</div>
	);
}

/** Those of other pages stay as they are. */
function tick<Row>({ ids, set }: Selection<Row>, those: readonly string[], checked: boolean): void {
	const all = new Set(ids);
	for (const id of those) checked ? all.add(id) : all.delete(id);
	set(all);
}

function SelectAll<Row>({ rows, idOf, selection }: Props<Row> & { selection: Selection<Row> }) {
	const ticked = rows.filter((row) => selection.ids.has(idOf(row))).length;
	return (
		<th scope="col" class="tick-cell">
			<label>
				<input
					type="checkbox"
					aria-label={words.selectAll}
					checked={ticked > 0 && ticked === rows.length}
					indeterminate={ticked > 0 && ticked < rows.length}
					onChange={({ currentTarget }) => tick(selection, rows.map(idOf), currentTarget.checked)}
				/>
			</label>
		</th>
	);
}

interface RowProps<Row> extends Props<Row> {
	row: Row;
	nth: number;
	/** The row of the tick before this one; it may be on another page by now. */
	last: { current: string };
}

function OneRow<Row>({ row, nth, last, rows, columns, idOf, selection }: RowProps<Row>) {
	const isTicked = selection?.ids.has(idOf(row));

	/** With Shift, all from the last one to this one. */
	function upTo(isRange: boolean): string[] {
		const ids = rows.map(idOf);
		const at = ids.indexOf(last.current);
		const from = isRange && at >= 0 ? at : nth;
		last.current = idOf(row);
		return ids.slice(Math.min(from, nth), Math.max(from, nth) + 1);
	}
	return (
		<tr class={isTicked ? "ticked" : undefined}>
			{selection !== undefined && (
				<td class="tick-cell">
					<label>
						<input
							type="checkbox"
							aria-label={words.select(selection.nameOf(row))}
							checked={isTicked}
							onClick={({ currentTarget, shiftKey }) =>
								tick(selection, upTo(shiftKey), currentTarget.checked)
							}
						/>
					</label>
				</td>
			)}
			{columns.map(({ name, heading, cell }, at) =>
				at === 0 ? (
					<th key={name} scope="row" class={name}>
						{cell(row)}
					</th>
				) : (
					<td key={name} class={name}>
						<span class="term">{heading}</span>
						<span class="value">{cell(row)}</span>
					</td>
				),
			)}
		</tr>
	);
}
