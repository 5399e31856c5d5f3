import { listUsers } from "../../identity/user/user-page-store.ts";
import { listEventsAfter } from "../../platform/audit/audit-store.ts";
import { type EventFilter, isMatch } from "../../platform/audit/event-filter.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import { everyPage } from "../../platform/database/keyset-page.ts";
import type { Platform } from "../../platform/platform.ts";
import { createWriteData, type RequireStill } from "../export/write-data.ts";
import type { ChangeUser, Which } from "./change-user.ts";

/** Rows in one statement, between which others have their turn. */
const PAGE = 500;

/**
 * Everything of one kind, a page at a time, as it is when the page is read. An event says that it was asked for. A client that reads
 * slowly could outlive its right, so that is looked at before each page is given.
 */
export function createExportAll({ opened, audit, clock, find }: Platform & Pick<ChangeUser, "find">) {
	const writeData = createWriteData({ opened, clock });
	return {
		/** The copy that users make for themselves, for one who cannot log in: one JSON document, in pieces. The user gets a mail. */
		async user(which: Which, requireStill: RequireStill) {
			const { id } = await find(which);
			await audit.transact((_queries, record) => record({ event: "user_data_given", userId: id }));
			return writeData(id, async () => {
				await requireStill();
				// A user who is deleted in that time would leave half a document.
				await find({ id });
			});
		},

		async users(requireStill: RequireStill) {
			await audit.record({ event: "users_exported" });
			return given(listUsers(opened), requireStill);
		},

		/** The oldest first, up to now. All between the two times are read, whatever else they have to fit. */
		async events(filter: EventFilter, requireStill: RequireStill) {
			const { since = 0, until = clock() } = filter;
			await audit.record({ event: "events_exported" });
			const pages = everyPage<RecordedEvent, RecordedEvent>(async (last) => {
				const found = await listEventsAfter(opened.reads, last ?? { time: since, id: "" }, PAGE);
				const rows = found.filter(({ time }) => time <= until);
				return { rows, next: rows.length < PAGE ? null : (rows.at(-1) ?? null) };
			});
			return (async function* () {
				for await (const page of given(pages, requireStill))
					yield page.filter((event) => isMatch(event, filter));
			})();
		},
	};
}

async function* given<Row>(pages: AsyncIterable<Row[]>, requireStill: RequireStill): AsyncGenerator<Row[]> {
	for await (const page of pages) {
		await requireStill();
		yield page;
	}
}
