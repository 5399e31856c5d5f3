import { requireDatabaseOfSecret } from "../../open-deployment.ts";
import { migrate as migrateDatabase } from "../../platform/database/migrations/migrate.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { systemClock } from "../../platform/lib/clock.ts";
import { count } from "./columns.ts";
import { configOfCommand, defineCommand, ON_ITS_MACHINE } from "./define-command.ts";

export const migrate = defineCommand({
	summary: "Bring the tables of the database up to date.",
	usage:
		"sallyport migrate\n\nMigrates the tables to this release, and creates them in an empty database. serve does the same when it starts; run it separately to see how long it takes, before you start the new release.",
	overHttp: ON_ITS_MACHINE,
	async run({ json }) {
		const config = configOfCommand();
		requireDatabaseOfSecret(config);
		await using closing = new AsyncDisposableStack();
		const opened = await openDatabase(config.databaseUrl);
		closing.defer(opened.close);
		const onProgress = (message: string) => {
			if (!json) console.error(message);
		};
		const migrated = await migrateDatabase(opened, { clock: systemClock, onProgress });
		const done = `${count(migrated.length, "migration")} done: ${migrated.join(", ")}.`;
		const text = migrated.length === 0 ? "Nothing to do: the database is up to date." : done;
		return { document: { migrated }, text };
	},
});
