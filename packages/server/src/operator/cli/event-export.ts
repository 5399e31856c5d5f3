import { systemClock } from "../../platform/lib/clock.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import type { DescribedEvent } from "./administered.ts";
import { count, safeJson } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { eventFilterOptions, eventFilterUsage, idOfUser, readEventFilter } from "./event-filter.ts";
import { intoSecretFile } from "./into-secret-file.ts";
import { oneUser } from "./one-user.ts";
import { printPieces } from "./print-pieces.ts";

export const eventExport = defineCommand({
	summary: "Write events to a file, the oldest first.",
	usage: `sallyport event export [NAME] [filters] [--out FILE]

Writes events of the audit log, the oldest first, one JSON object a line. An event tells of it. What each means: ${documentPath("events.md")}.
${eventFilterUsage}

Where to:

  --out FILE     a new file, which only you can read; standard output unless given`,
	options: { ...eventFilterOptions, out: { type: "string" } },
	takes: ["[NAME]"],
	overHttp: true,
	async run({ reach, options: { out, ...given }, names: [name] }) {
		const user = oneUser(given.user, name);
		const filter = readEventFilter(given, systemClock());
		return reach(async (administered) => {
			if (user !== undefined) filter.userIds = [await idOfUser(user, administered)];
			const linesOf = (events: DescribedEvent[]) => events.map((event) => `${safeJson(event)}\n`);
			if (out === undefined) {
				await printPieces(await administered.events.all(filter), (events) => linesOf(events).join(""));
				return null;
			}
			const written = await intoSecretFile(out, async (write) => {
				let events = 0;
				for await (const some of await administered.events.all(filter)) {
					const lines = linesOf(some);
					events += lines.length;
					await write(lines.join(""));
				}
				return events;
			});
			return {
				document: { file: out, events: written },
				text: `Wrote ${count(written, "event")} to ${out}.`,
			};
		});
	},
});
