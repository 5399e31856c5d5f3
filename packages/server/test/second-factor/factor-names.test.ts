/** What a user may call a factor: a list of factors, and the question whether to remove one, must show which it is. */
// Proves: names-are-visible
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { authenticatorOf } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createCredential } from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const hidden = ["a\nb", "\u202eenohp", "a\u2028b", "a\u200bb", "\u2066", "a\u00ad", " ", "a\u3164"];
const [emoji, persian] = ["👩\u200d💻 Ada's", "علی\u200cرضا"];

describe("the name of a factor", () => {
	let service: TestService;
	let user: Visitor;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
		user = await service.loggedIn("ada");
	});
	after(() => service.stop());

	async function assertHiddenRefused(give: (name: string) => Promise<Answer>): Promise<void> {
		for (const name of hidden) {
			const answer = await give(name);
			assertProblem(answer, "validation_failed");
			assert.match(answer.text, /"pointer":"\/name"/);
		}
	}

	it("of an authenticator app can all be seen, when it is added and when it is renamed", async () => {
		const offered = await user.post("/api/auth/factors/totp");
		const body = { offer: offered.body?.offer, code: authenticatorOf(service, offered).code() };
		const add = (name: string) => user.post("/api/auth/factors/totp/activate", { ...body, name });
		await assertHiddenRefused(add);
		const added = await add(emoji);
		assert.equal(added.status, 201, added.text);
		const rename = (name: string) => user.send("PATCH", `/api/auth/factors/${added.body?.id}`, { name });
		await assertHiddenRefused(rename);
		assert.match((await user.get("/api/auth/factors")).text, new RegExp(emoji));
		assert.equal((await rename("Ada's phone")).status, 200);
	});

	it("of a passkey can all be seen, with the joiners that its script needs", async () => {
		const { body } = await user.post("/api/auth/factors/passkey/options");
		const { response } = createCredential(body?.passkey, { origin: new URL(service.baseUrl).origin });
		const addition = { challenge: body?.challenge, passkey: response };
		const add = (name: string) => user.post("/api/auth/factors/passkey", { ...addition, name });
		await assertHiddenRefused(add);
		assert.equal((await add(persian)).status, 201);
		assert.match((await user.get("/api/auth/factors")).text, new RegExp(persian));
	});
});
