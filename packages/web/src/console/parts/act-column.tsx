import type { Column } from "./table.tsx";

interface Act<Row> {
	heading: string;
	/** On the button; `which`: for screen readers, with the name of the row. */
	text: string;
	which: (row: Row) => string;
	act: (row: Row) => void;
	/** Whether a row has one. */
	has?: (row: Row) => boolean;
}

/** The button at the end of each row. */
export const actColumn = <Row,>({ heading, text, which, act, has }: Act<Row>): Column<Row> => ({
	name: "act",
	heading,
	cell: (row) =>
		has?.(row) !== false && (
			<button type="button" class="link" aria-label={which(row)} onClick={() => act(row)}>
				{text}
			</button>
		),
});
