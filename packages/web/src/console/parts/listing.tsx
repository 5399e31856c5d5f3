import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "../desk.ts";
import { useCleared } from "./filters.tsx";
import { Shown } from "./shown.tsx";
import { type Column, type Selection, Table } from "./table.tsx";
import type { Loaded } from "./use-loaded.ts";

const words = consoleTexts.list;

interface Props<Row> {
	caption: string;
	columns: ReadonlyArray<Column<Row>>;
	/** A page of a list: its rows, and where the next page begins. */
	list: Omit<Loaded<{ rows: readonly Row[]; next: string | null }>, "show">;
	idOf: (row: Row) => string;
	selection?: Selection<Row>;
	/** By time: newer and older; else previous and next. */
	byTime?: boolean;
	/** Parameters of the address that narrow the list; `cursor` is none. */
	filters: readonly string[];
	/** Shown where there is nothing at all: what this is for, and the first act. */
	empty: ComponentChildren;
}

/** A list with all that can happen to it. The address says which page of it is shown. */
export function Listing<Row>(props: Props<Row>) {
	const { list, filters, empty, byTime = false, ...table } = props;
	const { place, to } = useDesk();
	const caption = useRef<HTMLTableCaptionElement>(null);
	const cursor = place.query.get("cursor");
	const nothing = useRef<HTMLDivElement>(null);
	const shown = useRef(cursor);
	const length = useRef(0);
	// After another page has come, a reader is at its top; a user who types in a filter stays there.
	useLayoutEffect(() => {
		if (list.data === undefined || shown.current === cursor) return;
		shown.current = cursor;
		if (!document.activeElement?.closest(".filters")) caption.current?.focus();
	}, [list.data]);
	// A row that was acted on has gone, and the focus with it: a keyboard would begin at the top of the page.
	useLayoutEffect(() => {
		const before = length.current;
		length.current = list.data?.rows.length ?? 0;
		if (length.current >= before || document.activeElement !== document.body) return;
		(caption.current ?? nothing.current)?.focus({ preventScroll: true });
	}, [list.data]);

	const given = Object.fromEntries(place.query);
	const withCursor = (value: string | null): string => to(place.path, { ...given, cursor: value });
	const cleared = useCleared(filters);
	return (
		<Shown loaded={list}>
			{({ rows, next }) => {
				const isEmpty = rows.length === 0 && list.failure === null;
				return (
					<>
						{rows.length > 0 && <Table {...table} captionRef={caption} rows={rows} busy={list.isSlow} />}
						{isEmpty && next !== null && (
							<p class="nothing">
								{words.nothingYet} <a href={withCursor(next)}>{words.lookOn}</a>
							</p>
						)}
						{isEmpty && next === null && cursor === null && (
							<div class="nothing" tabIndex={-1} ref={nothing}>
								{cleared === null ? (
									empty
								) : (
									<>
										{words.nothingFound} <a href={cleared}>{words.clear}</a>
									</>
								)}
							</div>
						)}
						<Pager cursor={cursor} next={next} withCursor={withCursor} byTime={byTime} />
					</>
				);
			}}
		</Shown>
	);
}

interface PagerProps {
	cursor: string | null;
	next: string | null;
	withCursor: (cursor: string | null) => string;
	byTime: boolean;
}

/** A list is read forwards; the way back is the one that was come. */
function Pager({ cursor, next, withCursor, byTime }: PagerProps) {
	const { place } = useDesk();
	if (cursor === null && next === null) return null;
	const trail = place.trail ?? [];
	const [before = null] = trail.slice(-1);
	const back = byTime ? words.newer : words.previous;
	return (
		<nav class="pager" aria-label={consoleTexts.pages}>
			{cursor !== null && (
				<a
					href={withCursor(before === "" ? null : before)}
					data-trail={JSON.stringify(trail.slice(0, -1))}
					rel="prev"
				>
					{before === null ? words.toFirst : back}
				</a>
			)}
			{next !== null && (
				<a href={withCursor(next)} data-trail={JSON.stringify([...trail, cursor ?? ""])} rel="next">
					{byTime ? words.older : words.next}
				</a>
			)}
		</nav>
	);
}
