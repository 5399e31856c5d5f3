import type { ComponentChildren, RefObject } from "preact";
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
					{rows.map((row) => (
						<OneRow key={props.idOf(row)} {...props} row={row} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function SelectAll<Row>({ rows, idOf, selection }: Props<Row> & { selection: Selection<Row> }) {
	const ticked = rows.filter((row) => selection.ids.has(idOf(row))).length;

	/** Those of other pages stay as they are. */
	function tickAll(checked: boolean): void {
		const ids = new Set(selection.ids);
		for (const row of rows) checked ? ids.add(idOf(row)) : ids.delete(idOf(row));
		selection.set(ids);
	}
	return (
		<th scope="col" class="tick-cell">
			<label>
				<input
					type="checkbox"
					aria-label={words.selectAll}
					checked={ticked > 0 && ticked === rows.length}
					indeterminate={ticked > 0 && ticked < rows.length}
					onChange={({ currentTarget }) => tickAll(currentTarget.checked)}
				/>
			</label>
		</th>
	);
}

function OneRow<Row>({ row, columns, idOf, selection }: Props<Row> & { row: Row }) {
	const id = idOf(row);

	function tick(checked: boolean): void {
		const ids = new Set(selection?.ids);
		if (checked) ids.add(id);
		else ids.delete(id);
		selection?.set(ids);
	}
	return (
		<tr class={selection?.ids.has(id) ? "ticked" : undefined}>
			{selection !== undefined && (
				<td class="tick-cell">
					<label>
						<input
							type="checkbox"
							aria-label={words.select(selection.nameOf(row))}
							checked={selection.ids.has(id)}
							onChange={({ currentTarget }) => tick(currentTarget.checked)}
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
