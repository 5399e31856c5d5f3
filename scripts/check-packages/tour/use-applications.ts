/** A user's way to an application by OpenID Connect, and out of it again. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { follow } from "../../../packages/server/test/support/application.ts";
import type { Visitor } from "../../../packages/server/test/support/visitor.ts";
import { type Circumstances, use } from "./use-commands.ts";
import { PASSWORD, succeeded, type World } from "./use-operations.ts";

const ID = "charts";
/** Where no one listens: the way ends with its address. */
const CALLBACK = "http://127.0.0.1:9/callback";

export async function useApplications(world: World, given: Circumstances, ben: Visitor): Promise<void> {
	await use(given, "client add", `--id ${ID} --name Charts --kind native --redirect-uri ${CALLBACK}`);
	await enter(world, ben);
	succeeded(await ben.post(`/api/auth/applications/${ID}/end`), 204);
	await enter(world, ben);
	const admin = world.visitor();
	succeeded(await admin.logIn("admin", PASSWORD, { session: true }));
	const { id } = succeeded(await ben.get("/api/auth/session"));
	succeeded(await admin.post(`/api/admin/users/${id}/applications/${ID}/end`));
	await enter(world, ben);
	await use(given, "client end-access", ID, "ben");
}

/** Each time with the question, and then in the list of the user's applications. */
async function enter(world: World, ben: Visitor): Promise<void> {
	const verifier = randomBytes(32).toString("base64url");
	const request = new URLSearchParams({
		...{ client_id: ID, response_type: "code", redirect_uri: CALLBACK, scope: "openid profile" },
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	const { at, answer } = await follow(world, ben, `${world.baseUrl}/oidc/auth?${request}`);
	assert.match(at, /^\/oidc-login\//, answer.text);
	succeeded(await ben.get(`${at}/question`));
	const { location } = succeeded(await ben.post(at, { allow: true }));
	const back = await follow(world, ben, String(location));
	assert.match(back.at, /^http:\/\/127\.0\.0\.1:9\/callback\?code=/, back.answer.text);
	const { applications } = succeeded(await ben.get("/api/auth/applications")) as {
		applications: Array<{ id: string }>;
	};
	assert.deepEqual(
		applications.map(({ id }) => id),
		[ID],
	);
}
