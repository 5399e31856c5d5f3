/** Applications that get logout tokens and misbehave: the user waits for none of them, and the others get theirs. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Application, addApplication, enter, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { type LogoutReceiver, startLogoutReceiver } from "../support/logout-receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

forEachDatabase("A logout that applications are notified of", (database) => {
	let service: TestService;
	const receivers: LogoutReceiver[] = [];
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON, SALLYPORT_OUTBOUND_ALLOW: "127.0.0.1/32" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		await service.addUser("ada");
	});
	after(async () => {
		await service.stop();
		for (const each of receivers) each.stop();
	});

	const receive = async (...given: Parameters<typeof startLogoutReceiver>) => {
		const receiver = await startLogoutReceiver(...given);
		receivers.push(receiver);
		return receiver;
	};
	const told = (logoutUri: string) => addApplication(service, { trusted: true, insecure: true, logoutUri });
	const failures = () => rowsOf(service, "oidc_logout_failed");

	it("reaches the others while some hang, redirect, or answer without an end, and names who may not be reached", async () => {
		const other = await receive();
		const good = await receive();
		const hanging = await receive(() => {});
		const redirecting = await receive((response) => response.writeHead(302, { location: other.url }).end());
		const endless = await receive((response) => {
			response.writeHead(200);
			const write = () => {
				while (!response.destroyed && response.write(Buffer.alloc(65_536)));
			};
			response.on("drain", write).on("error", () => {});
			write();
		});
		const forbidden: Application[] = [];
		const visitor = await service.loggedIn("ada");
		for (const host of ["169.254.169.254", "10.0.0.1", "127.0.0.2", "[::1]"])
			forbidden.push(await told(`http://${host}:9/logout`));
		for (const each of forbidden) await enter(service, visitor, each);
		for (const { url } of [hanging, redirecting, endless, good])
			await enter(service, visitor, await told(url));
		assert.equal((await visitor.post("/api/auth/logout")).status, 200);
		await Promise.all([hanging, redirecting, endless, good].map((each) => each.next()));
		await eventually(async () => (await failures()).length === forbidden.length);
		const named = (await failures()).map(({ detail }) => [detail.client, detail.status, detail.attempts]);
		assert.deepEqual(
			named.map((each) => each.join(" ")).sort(),
			forbidden.map(({ id }) => `${id} address_forbidden 1`).sort(),
		);
		assert.deepEqual(other.got, [], "a redirect was followed");
	});
});
