/** Mails that an operator sends again from another machine. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { createRunnerBeside } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-mails-"));
after(() => rmSync(folder, { recursive: true, force: true }));

onSqlite("mails that failed", (database) => {
	let world: MailWorld;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		world = await startMailWorld({ databaseUrl });
		run = createRunnerBeside(world.service, databaseUrl);
	});
	after(() => world.stop());

	it("are sent again over HTTP, but for one to an address of before", async () => {
		const keyFile = join(folder, "key");
		await run("user add robot --service");
		await run(`access-key add robot --name job --out ${keyFile} --scope sallyport:mails`);
		await world.addReader("ada", "ada@example.com");
		world.mail.behave("550 DATA");
		await world.notify("ada");
		await world.look("ada", (delivery) => delivery?.state === "failed");
		world.mail.behave("550 RCPT TO");
		const kim = { name: "kim", role: "user", passwordHash: null, invite: "mail" } as const;
		await usersOf(world.service).add({ ...kim, profile: { email: "wrong@example.com" } });
		await world.look("kim", (delivery) => delivery?.state === "failed");
		await usersOf(world.service).set("kim", { email: "kim@example.com" });
		const { code, out, err } = await run(
			`mail retry --all --server ${world.service.baseUrl} --key-file ${keyFile}`,
		);
		assert.match(out, /^1 mail waiting again\. 1 mail left out, /, err);
		assert.equal(code, 0);
		await world.look("ada", (delivery) => delivery?.state === "sent");
	});
});
