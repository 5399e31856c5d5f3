import { systemClock } from "../../platform/lib/clock.ts";
import { systemRandom } from "../../platform/lib/random.ts";
import { type BackedUp, createBackup } from "../transfer/back-up.ts";
import { moment, timestamp } from "./columns.ts";
import { copyProgress, describeRows, rowsOf } from "./copy-report.ts";
import { configOfCommand, defineCommand } from "./define-command.ts";

export const backup = defineCommand({
	summary: "Write a backup of the database, while the service runs.",
	usage: `sallyport backup FILE [--with-secret]

Writes a snapshot of the database, SQLite or PostgreSQL, to a new file that only you may read, and verifies it by reading it
again. sallyport restore FILE fills a database from it. It contains password hashes and sealed keys, and cannot be used
without its secret: keep that too, in another place.

  --with-secret   also write the secret, to FILE.secret`,
	takes: ["FILE"],
	options: { "with-secret": { type: "boolean" } },
	async run({ names: [file = ""], options }) {
		const config = configOfCommand();
		const backUp = createBackup({ config, clock: systemClock, random: systemRandom });
		const withSecret = options["with-secret"] ?? false;
		const made = await copyProgress({ verb: "backed up", whenInterrupted }, (onProgress) =>
			backUp(file, { withSecret, onProgress }),
		);
		const { from, size, secretFile, manifest } = made;
		return {
			document: {
				file: made.file,
				from,
				bytes: size,
				madeAt: timestamp(manifest.madeAt),
				secretFile,
				tables: manifest.tables,
				rows: rowsOf(manifest.tables),
			},
			text: text(made),
		};
	},
});

const whenInterrupted = "Interrupted: no backup was written.";

function text({ from, file, manifest, secretFile }: BackedUp): string {
	return [
		`${file} holds ${from} as of ${moment(manifest.madeAt)}: ${describeRows(manifest.tables)}, verified by reading it again.`,
		secretFile === null
			? "The secret is not in it: without the secret that the service uses now, the backup cannot be used."
			: `The secret is in ${secretFile}: anyone who has both can log in as any user. Keep them apart.`,
	].join("\n");
}
