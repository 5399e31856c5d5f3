/** What an API behind every gateway of examples/ learns of a user besides the name: e-mail address, groups, attributes. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { type GatewayWorld, type Header, toldTo } from "./gateway-world.ts";
import { bearerOf, cookieOf } from "./own-session.ts";
import { ADMIN_PASSWORD } from "./service.ts";

export function describePeople(started: () => GatewayWorld): void {
	it("learns what is known of a user by headers, until it is taken away", async () => {
		const { service, at } = started();
		const { users, groups } = service.running.deployment.administration;
		await service.addUser("cleo");
		for (const name of ["analysts", "staff"]) await groups.add(name);
		const email = "cleo@example.com";
		const attributes = { department: "Vertrieb für Ä" };
		await users.set("cleo", { displayName: "Cléo", email, groups: ["staff", "analysts"], attributes });
		const cookie: Header = ["cookie", cookieOf(await service.loggedIn("cleo")).cookie];
		const login = await service.visitor().logIn("cleo", ADMIN_PASSWORD);
		const bearer: Header = ["authorization", bearerOf(login).authorization];
		const claims = Buffer.from(JSON.stringify(attributes)).toString("base64url");
		const what = /^x-auth-(name|email|groups|claims)$/;
		for (const who of [cookie, bearer]) {
			assert.deepEqual(toldTo(await at("/insight/", { headers: [who] })).every(what), [
				["x-auth-claims", claims],
				["x-auth-email", email],
				["x-auth-groups", "analysts,staff"],
				["x-auth-name", "Cl%C3%A9o"],
			]);
		}
		await users.set("cleo", { email: null, groups: [], attributes: { department: null } });
		const spoofed: Header[] = [
			["x-auth-groups", "staff"],
			["x-auth-email", email],
			["x-auth-claims", claims],
		];
		for (const who of [cookie, bearer])
			assert.deepEqual(toldTo(await at("/insight/", { headers: [who, ...spoofed] })).every(what), [
				["x-auth-name", "Cl%C3%A9o"],
			]);
	});

	it("learns all that can be known of a user", async () => {
		const { service, at } = started();
		const { users, groups } = service.running.deployment.administration;
		await service.addUser("dora");
		const names = Array.from(
			{ length: 23 },
			(_, each) => `${String(each).padStart(2, "0")}${"g".repeat(46)}`,
		);
		for (const name of names) await groups.add(name);
		await users.set("dora", {
			displayName: "ü".repeat(127),
			groups: names,
			attributes: { department: "x".repeat(256) },
		});
		const login = await service.visitor().logIn("dora", ADMIN_PASSWORD);
		const bearer: Header = ["authorization", bearerOf(login).authorization];
		const told = toldTo(await at("/insight/", { headers: [bearer] }));
		assert.deepEqual(told.every(/^x-auth-groups$/), [["x-auth-groups", names.join(",")]]);
		assert.deepEqual(told.every(/^x-auth-name$/), [["x-auth-name", encodeURIComponent("ü".repeat(127))]]);
	});
}
