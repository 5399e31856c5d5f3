/** A user's way to an application by OpenID Connect, and out of it again. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { follow } from "../../../packages/server/test/support/application.ts";
import type { Run } from "../../../packages/server/test/support/command.ts";
import type { Visitor } from "../../../packages/server/test/support/visitor.ts";
import { succeeded, type World } from "./use-operations.ts";

const ID = "charts";
/** Where no one listens: the way ends with its address. */
const CALLBACK = "http://127.0.0.1:9/callback";

export async function useApplications(world: World, run: Run, ben: Visitor): Promise<void> {
	const { code, out, err } = await run(
		`client add --id ${ID} --name Charts --kind native --redirect-uri ${CALLBACK}`,
	);
	assert.equal(code, 0, out + err);
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
	succeeded(await ben.post(`/api/auth/applications/${ID}/end`), 204);
}
