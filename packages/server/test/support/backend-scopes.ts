/** Where an API of examples/ in another language lets in an access key that is limited to scopes. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { TokenStage } from "./adversarial-token.ts";
import type { BackendWorld } from "./backend-world.ts";
import { addProgram, bearerOfProgram, SCOPES } from "./program-key.ts";

const [read = "", write = ""] = SCOPES.split(" ");
/** Requires the scope to read reports; the others require none. */
const REPORTS = "/insight/reports";
const paths = ["/insight", "/insight/reportsx", "/insight/Reports", REPORTS];

const keys: Array<{ scopes: string[]; getsInAt: string[] }> = [
	{ scopes: [], getsInAt: paths },
	{ scopes: [read], getsInAt: [REPORTS] },
	{ scopes: [write, read], getsInAt: [REPORTS] },
	{ scopes: [write], getsInAt: [] },
];

export function describeScopes(started: () => { world: BackendWorld; stage: TokenStage }): void {
	for (const [at, { scopes, getsInAt }] of keys.entries())
		it(`lets in a key with the scopes "${scopes.join(" ")}" at: ${getsInAt.join(", ")}`, async () => {
			const { world } = started();
			const program = await addProgram(world.service, `program-${at}`, scopes);
			const { authorization } = await bearerOfProgram(world.service, program);
			for (const path of paths) {
				const { status, headers, body } = await world.ask(authorization.slice(7), world.api, path);
				assert.equal(status, getsInAt.includes(path) ? 200 : 403, path);
				if (status === 200) continue;
				assert.deepEqual(body, { code: "insufficient_scope" });
				const required = path === REPORTS ? `, scope="${read}"` : "";
				assert.equal(headers.get("www-authenticate"), `Bearer error="insufficient_scope"${required}`);
			}
		});

	it("refuses a token whose scope is no text, or names none", async () => {
		const { world, stage } = started();
		for (const scope of [null, "", " ", 1, true, [], [read], { [read]: true }])
			for (const path of ["/insight", REPORTS]) {
				const { status, body } = await world.ask(stage.saying({ scope }), world.api, path);
				assert.deepEqual([status, body?.code], [401, "invalid_token"], JSON.stringify(scope));
			}
	});
}
