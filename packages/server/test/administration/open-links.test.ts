/** Links that set a password: who may have one, and who may end one. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { lockUser } from "../../src/identity/user/user-store.ts";
import { createAdministrationWorld, everyPage, madeIn } from "../support/administration-world.ts";
import { forEachDatabase, onPostgres } from "../support/databases.ts";
import { eventually, waits } from "../support/interleave.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

async function linkOf(visitor: Visitor, id: string): Promise<string> {
	const { rows } = await everyPage(visitor, "setup-links", "setupLinks");
	return String(rows.find(({ userId }) => userId === id)?.id);
}

forEachDatabase("open links where no admin can log in", (database) => {
	const world = createAdministrationWorld(database);

	it("are ended by a program, unless they are an admin's", async () => {
		const { headers } = await world.program();
		const program = world.service().visitor(headers);
		const { users } = administrationOf(world.service());
		const id = madeIn(await program.post("/api/admin/users", { username: world.newName() }));
		for (const { id: admin } of (await Array.fromAsync(users.list()))
			.flat()
			.filter(({ role }) => role === "admin"))
			await users.disable({ id: admin }, { lastAdmin: true });
		const link = await linkOf(program, id);
		assert.equal((await program.post(`/api/admin/setup-links/${link}/end`)).status, 204);
	});
});

onPostgres("an invitation while another act holds its user", (database) => {
	const world = createAdministrationWorld(database);

	/** What an invitation answers that begins before the act, and ends after it. */
	async function invitedWhile(act: (id: string) => ReturnType<typeof sql>) {
		const { visitor: admin } = await world.person("admin");
		const id = madeIn(await admin.post("/api/admin/users", { username: world.newName() }));
		const { database: queries } = world.service().running.deployment.opened;
		const { inviting } = await queries.transaction().execute(async (transaction) => {
			await lockUser(transaction, id);
			const inviting = admin.post(`/api/admin/users/${id}/invite`, { deliver: "link" });
			let isAnswered = false;
			void inviting.then(() => {
				isAnswered = true;
			});
			await eventually(async () => isAnswered || waits(transaction));
			await act(id).execute(transaction);
			return { inviting };
		});
		return inviting;
	}

	it("gives no link to a user who has set a password in that time", async () => {
		const done = invitedWhile((id) => sql`update "users" set "password_hash" = 'one' where "id" = ${id}`);
		assertProblem(await done, "state_conflict");
	});

	it("finds no user who was removed in that time", async () => {
		const done = invitedWhile((id) => sql`delete from "users" where "id" = ${id}`);
		assertProblem(await done, "not_found");
	});
});
