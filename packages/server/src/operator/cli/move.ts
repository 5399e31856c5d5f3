import { text as readText } from "node:stream/consumers";
import { type Moved, move as moveTo, undoMove } from "../../operations/transfer/move.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { copyProgress, describeRows, rowsOf } from "./copy-report.ts";
import { defineCommand, ON_ITS_MACHINE, surroundingsOfCommand, WrongUse } from "./define-command.ts";

export const move = defineCommand({
	summary: "Move the deployment from SQLite to PostgreSQL.",
	usage: `sallyport move --to postgres://USER@HOST/DATABASE

Copies the SQLite database of SALLYPORT_DATABASE_URL into an empty PostgreSQL database, and compares the two. The service
must be stopped. Users stay logged in. After an interruption, run the same command: it starts from the beginning. The old database
is marked, so that no service starts on it by mistake.

  --to URL   the new database; - reads the URL from standard input. Every user of this machine can see a password in it while
             the command runs: leave it out and set PGPASSWORD, or use -
  --undo     stay with the old database, or go back to it: removes the mark. Changes in the new database are lost`,
	options: { to: { type: "string" }, undo: { type: "boolean" } },
	overHttp: ON_ITS_MACHINE,
	async run({ options: { to, undo = false } }) {
		if (undo === (to !== undefined)) throw new WrongUse("It takes --to URL, or --undo.");
		const url = to === "-" ? (await readText(process.stdin)).trim() : to;
		if (url !== undefined && !(URL.canParse(url) && /^postgres(ql)?:\/\//.test(url))) {
			throw new WrongUse("--to takes the URL of a PostgreSQL database: postgres://user@host:5432/database.");
		}
		const surroundings = surroundingsOfCommand();
		if (url === undefined) {
			const was = await undoMove(surroundings.config);
			return {
				document: { undone: was.to },
				text: `The old database is in service again: ${PROGRAM} serve. ${was.to} must not be used any more.`,
			};
		}
		const moved = await copyProgress("moved", INTERRUPTED, (onProgress) =>
			moveTo(surroundings, url, onProgress),
		);
		const { from, tables, secret, already } = moved;
		const document = { from, to: moved.to, already, secretFile: secret.path, tables, rows: rowsOf(tables) };
		return { document, text: text(moved) };
	},
});

const INTERRUPTED = `Interrupted: neither database is in service. Run the same command again, which starts from the beginning; to stay with the old database: ${PROGRAM} move --undo`;

function text({ from, to, tables, secret, already }: Moved): string {
	const what = already
		? `${from} was moved to ${to} before: ${describeRows(tables)}. Nothing was done now.`
		: `Copied ${from} to ${to} and compared them row by row: ${describeRows(tables)}.`;
	return [
		what,
		"Sessions, tokens, CSRF tokens and known devices stay valid there, with the same secret and the same base URL. Next:",
		"",
		`  1. Set SALLYPORT_DATABASE_URL to ${to}, with its password.`,
		`  2. ${adviceOn(secret)}`,
		`  3. ${PROGRAM} doctor, then ${PROGRAM} serve`,
		"",
		`${from} is marked as moved: no service starts on it. Delete it when you no longer need it. To go back: ${PROGRAM} move --undo`,
	].join("\n");
}

function adviceOn({ path }: Moved["secret"]): string {
	if (path === null) return "Leave SALLYPORT_SECRET unchanged, on every instance.";
	return `Set SALLYPORT_SECRET_FILE=${path}, or SALLYPORT_SECRET to its content, on every instance: the service no longer finds it by itself.`;
}
