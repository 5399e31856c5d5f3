import { backUp } from "../../operations/transfer/back-up.ts";
import { restore as restoreFrom } from "../../operations/transfer/restore.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { moment } from "./columns.ts";
import { copyProgress, describeRows, rowsOf } from "./copy-report.ts";
import { defineCommand, ON_ITS_MACHINE, surroundingsOfCommand } from "./define-command.ts";

const takes = ["FILE"];
const options = { "with-secret": { type: "boolean", default: false } } as const;

export const backup = defineCommand({
	summary: "Write a backup of the database, while the service runs.",
	usage: `sallyport backup FILE [--with-secret]

Writes a snapshot of the database, SQLite or PostgreSQL, to a new file that only you may read, and verifies it by reading it
again. sallyport restore FILE fills a database from it. It contains password hashes and sealed keys, and cannot be used
without its secret: keep that too, in another place.

  --with-secret   also write the secret, to FILE.secret`,
	takes,
	options,
	overHttp: ON_ITS_MACHINE,
	async run({ names: [name = ""], options: { "with-secret": withSecret } }) {
		const surroundings = surroundingsOfCommand();
		const interrupted = "Interrupted: no backup was written.";
		const made = await copyProgress("backed up", interrupted, (onProgress) =>
			backUp(surroundings, name, { withSecret, onProgress }),
		);
		const { file, from, size, secretFile, manifest } = made;
		const { tables } = manifest;
		const madeAt = timestamp(manifest.madeAt);
		const secret =
			secretFile === null
				? "The secret is not in it. Keep the one that the service uses now as well: without it, the backup cannot be used."
				: `The secret is in ${secretFile}: anyone who has both can log in as any user. Keep them apart.`;
		return {
			document: { file, from, bytes: size, madeAt, secretFile, tables, rows: rowsOf(tables) },
			text: `Backed up ${from}, as it was at ${moment(manifest.madeAt)}, to ${file}: ${describeRows(tables)}. Verified by reading it again.\n${secret}`,
		};
	},
});

export const restore = defineCommand({
	summary: "Fill an empty database from a backup.",
	usage: `sallyport restore FILE [--with-secret]

Fills the database of SALLYPORT_DATABASE_URL, SQLite or PostgreSQL, from a backup by sallyport backup, of this release or an
older one. The database must be empty, or a SQLite file that does not exist yet: nothing is ever overwritten. Users who were
logged in at the time of the backup are logged in again; later changes, logouts included, are lost.

  --with-secret   take the secret from FILE.secret, if there is none for the database yet`,
	takes,
	options,
	overHttp: ON_ITS_MACHINE,
	async run({ names: [name = ""], options: { "with-secret": withSecret } }) {
		const surroundings = surroundingsOfCommand();
		const interrupted = "Interrupted: the database is not in service. Run the same command again.";
		const done = await copyProgress("restored", interrupted, (onProgress) =>
			restoreFrom(surroundings, name, { withSecret, onProgress }),
		);
		const { file, to, tables, migrated, secretFile } = done;
		const madeAt = timestamp(done.madeAt);
		const text = [
			`Restored the backup of ${moment(done.madeAt)} to ${to}: ${describeRows(tables)}. Verified by reading it again.`,
			...(migrated.length === 0 ? [] : [`Brought up to this release: ${migrated.join(", ")}.`]),
			...(secretFile === null ? [] : [`The secret was written to ${secretFile}.`]),
			`Next: ${PROGRAM} serve`,
		];
		return {
			document: { file, to, madeAt, migrated, secretFile, tables, rows: rowsOf(tables) },
			text: text.join("\n"),
		};
	},
});
