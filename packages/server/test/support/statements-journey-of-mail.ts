/** All that mail asks of the database: a part of statements-journey.ts. */
import assert from "node:assert/strict";
import { tokenOf, usersOf } from "./administration.ts";
import { cheap } from "./cheap-hashing.ts";
import { eventually } from "./interleave.ts";
import { startMailServer } from "./mail-server.ts";
import { startTestService } from "./service.ts";

const newPassword = "five words nobody else has";

/** A user who is invited, forgets the password, and cannot be reached any more. */
export async function useMail(databaseUrl: string): Promise<void> {
	const mail = await startMailServer();
	const service = await startTestService({ databaseUrl, settings: { ...cheap, ...mail.settings } });
	const { opened, outbox } = service.running.deployment;
	mail.beforeWaiting(outbox.nudge);
	const users = usersOf(service);
	const person = service.visitor();
	const email = "mia@example.com";
	const setUp = async (subject: RegExp) => {
		const body = {
			token: tokenOf((await mail.next(email, subject)).link),
			password: newPassword,
		};
		assert.equal((await service.visitor().post("/api/auth/setup", body)).status, 200);
	};
	await users.add({ name: "mia", role: "user", passwordHash: null, profile: { email }, invite: "mail" });
	await setUp(/Your account/);
	await person.logIn("mia", newPassword, { session: true });
	await mail.next(email, /New login/);
	for (const login of ["nobody", email, "mia"]) await person.post("/api/auth/recovery", { login });
	await mail.next(email, /new password/);
	await setUp(/new password/);
	await mail.next(email, /was changed/);
	await service.running.deployment.administration.mails.page({ after: null, most: 1 });
	await users.setRole("mia", "admin");
	await mail.next(email, /New admin/);
	const sendUntil = (isDone: () => Promise<boolean>) =>
		eventually(() => {
			outbox.nudge();
			return isDone();
		});
	// The journey of applications may have left logout notices that are due in its future.
	const deliveries = () =>
		opened.database
			.selectFrom("deliveries")
			.select(["state", "last_status"])
			.where("kind", "!=", "logout")
			.execute();
	const nothingWaits = async () => (await deliveries()).every(({ state }) => state !== "waiting");
	const waitFor = (status: string) =>
		sendUntil(async () => (await deliveries()).some((each) => each.last_status === status));
	// What is refused below must be no mail of before.
	await sendUntil(nothingWaits);
	// One whose link another one has replaced is not sent.
	mail.behave("451 RCPT TO");
	await users.reset("mia", { give: "mail" });
	await waitFor("451 RCPT TO");
	await users.reset("mia", { give: "mail" });
	await mail.next(email, /new password/);
	service.travel(60_000);
	await sendUntil(nothingWaits);
	mail.behave("550 RCPT TO");
	await users.reset("mia", { give: "mail" });
	await sendUntil(async () => (await deliveries()).some(({ state }) => state === "failed"));
	const { retried } = await service.running.deployment.administration.mails.retry();
	assert.equal(retried, 1);
	// One that does not open waits for the keys, until they are replaced.
	mail.behave("451 RCPT TO");
	await users.reset("mia", { give: "mail" });
	await waitFor("451 RCPT TO");
	await opened.database
		.updateTable("deliveries")
		.where("state", "=", "waiting")
		.set({ payload_sealed: "damaged" })
		.execute();
	service.travel(60_000);
	await waitFor("unreadable");
	await service.running.maintenance.run();
	await service.stop();
	await mail.stop();
}
