import type { TestService } from "./service.ts";

/** An instance of another release that has just said that it runs. Resolves with what makes it stop. */
export async function plantInstance({ running, now }: TestService, version: string) {
	const { database } = running.deployment.opened;
	const id = `planted ${version}`;
	const at = now();
	const row = { id, host: "elsewhere", version, secrets: "", started_at: at, seen_at: at };
	await database.insertInto("instances").values(row).execute();
	return async () => {
		await database.deleteFrom("instances").where("id", "=", id).execute();
	};
}
