import { systemClock } from "../../platform/lib/clock.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import { createRestore, type Restored } from "../transfer/restore.ts";
import { moment, timestamp } from "./columns.ts";
import { copyProgress, describeRows, rowsOf } from "./copy-report.ts";
import { configOfCommand, defineCommand } from "./define-command.ts";

export const restore = defineCommand({
	summary: "Fill an empty database from a backup.",
	usage: `sallyport restore FILE [--with-secret]

Fills the database of SALLYPORT_DATABASE_URL, SQLite or PostgreSQL, from a backup by sallyport backup, of this release or an
older one. The database must be empty, or a SQLite file that does not exist yet: nothing is ever overwritten. Users who were
logged in at the time of the backup are logged in again; later changes, logouts included, are lost.

  --with-secret   take the secret from FILE.secret, if there is none for the database yet`,
	takes: ["FILE"],
	options: { "with-secret": { type: "boolean" } },
	async run({ names: [file = ""], options }) {
		const config = configOfCommand();
		const restoreFrom = createRestore({ config, clock: systemClock, random: systemRandom });
		const withSecret = options["with-secret"] ?? false;
		const done = await copyProgress({ verb: "restored", whenInterrupted }, (onProgress) =>
			restoreFrom(file, { withSecret, onProgress }),
		);
		const { to, manifest, tables, migrated, secretFile } = done;
		return {
			document: {
				file: done.file,
				to,
				madeAt: timestamp(manifest.madeAt),
				migrated,
				secretFile,
				tables,
				rows: rowsOf(tables),
			},
			text: text(done),
		};
	},
});

const whenInterrupted = "Interrupted: the database is not in service. Run the same command again.";

function text({ to, manifest, tables, migrated, secretFile }: Restored): string {
	return [
		`${to} holds the backup of ${moment(manifest.madeAt)}: ${describeRows(tables)}, verified by reading it again.`,
		...(migrated.length === 0 ? [] : [`Brought up to this release: ${migrated.join(", ")}.`]),
		...(secretFile === null ? [] : [`The secret was written to ${secretFile}.`]),
		"Next: sallyport serve",
	].join("\n");
}
