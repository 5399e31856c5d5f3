/** Behind every gateway of examples/, one part of the API is for users who have just proven a second factor. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { enrol } from "./authenticator.ts";
import { assertRefused, type GatewayWorld, type Header, toldTo } from "./gateway-world.ts";
import { bearerOf } from "./own-session.ts";
import { ADMIN_PASSWORD } from "./service.ts";

export function describeStepUp(started: () => GatewayWorld): void {
	it("has a part that a password alone does not open", async () => {
		const world = started();
		const page: Header = ["accept", "text/html"];
		const paths = ["/insight/admin", "/insight/admin/", "/insight/admin/x?acr=aal1&maxAge=9999"];
		for (const who of [world.asBrowser(), world.asProgram()]) {
			for (const path of paths) {
				const refused = await world.at(path, { headers: [who] });
				assertRefused(refused, "insufficient_user_authentication");
				const challenge = refused.headers.get("www-authenticate") ?? "";
				assert.match(challenge, /acr_values="aal2 phr", max_age="300"$/, path);
			}
			const { status, headers } = await world.at("/insight/admin", { headers: [who, page] });
			const { pathname, searchParams } = new URL(headers.get("location") ?? "", world.service.baseUrl);
			const led = [status, pathname, searchParams.get("acr"), searchParams.get("next")];
			assert.deepEqual(led, [303, "/reauthenticate", "aal2", "/insight/admin"]);
		}
		assertRefused(await world.at("/insight/admin"), "unauthenticated");
	});

	it("opens that part to a user who has just proven a second factor", async () => {
		const world = started();
		await world.service.addUser("bob");
		const app = await enrol(world.service, await world.service.loggedIn("bob"));
		const login = await world.service.visitor().logIn("bob", ADMIN_PASSWORD, { code: app.next() });
		const bob: Header = ["authorization", bearerOf(login).authorization];
		const told = toldTo(await world.at("/insight/admin/x?acr=phr", { headers: [bob] }));
		assert.equal(told.request, "GET /insight/admin/x?acr=phr");
		assert.deepEqual(told.every(/^x-auth-a[cm]r$/), [
			["x-auth-acr", "aal2"],
			["x-auth-amr", "pwd otp mfa"],
		]);
	});
}
