/** Applications that get logout tokens and misbehave: the user waits for none of them, and the others get theirs. */
import assert from "node:assert/strict";
import dns, { type LookupAddress } from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import { type Application, addApplication, enter, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { type LogoutReceiver, startLogoutReceiver } from "../support/logout-receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Where names of the network lead, by a resolver that anyone can own. Other names are looked up as always. */
function lead(names: Record<string, string[]>): () => void {
	const { lookup } = dns;
	const asked = (
		name: string,
		options: unknown,
		found: (error: null, addresses: LookupAddress[]) => void,
	) => {
		const addresses = names[name]?.splice(0, 2);
		if (addresses === undefined) return Reflect.apply(lookup, dns, [name, options, found]);
		found(
			null,
			addresses.map((address) => ({ address, family: 4 })),
		);
	};
	Object.assign(dns, { lookup: asked });
	syncBuiltinESMExports();
	return () => {
		Object.assign(dns, { lookup });
		syncBuiltinESMExports();
	};
}

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

	// Proves: sso-outbound
	it("reaches no name that leads to an address that is forbidden, and of several addresses the one that is not", async (test) => {
		const receiver = await receive();
		const { port } = new URL(receiver.url);
		// By the second look, each leads to the receiver.
		const here = ["127.0.0.1", "127.0.0.1"];
		const forbidden = ["169.254.169.254", "10.0.0.1", "127.0.0.2", "0.0.0.0"];
		const names = Object.fromEntries(
			forbidden.map((address, index) => [`${index}.receiver.example`, [address, address, ...here]]),
		);
		const restore = lead({ ...names, "mixed.receiver.example": ["10.0.0.1", "127.0.0.1"] });
		test.after(restore);
		const before = (await failures()).length;
		const visitor = await service.loggedIn("ada");
		const applications: Application[] = [];
		for (const name of Object.keys(names)) applications.push(await told(`http://${name}:${port}/logout`));
		const mixed = await told(`http://mixed.receiver.example:${port}/logout`);
		for (const each of [...applications, mixed]) await enter(service, visitor, each);
		assert.equal((await visitor.post("/api/auth/logout")).status, 200);
		assert.equal(decodeJwt(await receiver.next()).aud, mixed.id);
		await eventually(async () => (await failures()).length === before + forbidden.length);
		const named = (await failures()).slice(before);
		assert.deepEqual(
			named.map(({ detail }) => `${detail.client} ${detail.status}`).sort(),
			applications.map(({ id }) => `${id} address_forbidden`).sort(),
		);
		assert.deepEqual(receiver.got, []);
	});

	it("is recorded as failed, and as no mail, when no key opens its notice any more", async () => {
		const { url, next } = await receive((response) => void response.writeHead(503).end());
		const visitor = await service.loggedIn("ada");
		await enter(service, visitor, await told(url));
		await visitor.post("/api/auth/logout");
		await next();
		const { administration, opened } = service.running.deployment;
		// Put off, and the only one that was.
		await eventually(async () => {
			const damaged = opened.database.updateTable("deliveries").set({ payload_sealed: "damaged" });
			const { numUpdatedRows } = await damaged
				.where("last_status", "=", "http_503")
				.where("state", "=", "waiting")
				.where("lease_until", "is", null)
				.executeTakeFirstOrThrow();
			return numUpdatedRows === 1n;
		});
		await administration.keys.rotateSealingKey(true);
		const { event, detail } = (await rowsOf(service, "oidc_logout_failed", "mail_failed")).at(-1) ?? {};
		assert.deepEqual([event, detail], ["oidc_logout_failed", { status: "unreadable" }]);
	});
});
