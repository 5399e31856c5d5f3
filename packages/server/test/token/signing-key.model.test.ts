// At length: it tries many sequences of steps at random.
// Proves: signing-keys
import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { cheap } from "../support/cheap-hashing.ts";
import { publishedKeys } from "../support/forge.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** next → active → retired → removed, and what was signed. */
interface Model {
	next: { kid: string; since: number };
	active: { kid: string; since: number };
	retired: Array<{ kid: string; since: number }>;
	tokens: string[];
}

const kidOf = (token: string) => String(decodeProtectedHeader(token).kid);
const kidsOf = ({ next, active, retired }: Model) => [next, active, ...retired].map(({ kid }) => kid);

/** After each step the published keys are those of the model, the active one signs, and every token is worth what it should. */
const step = (
	text: string,
	run: (model: Model, real: TestService) => Promise<unknown>,
): fc.AsyncCommand<Model, TestService> => ({
	check: () => true,
	toString: () => text,
	async run(model, real) {
		await run(model, real);
		// An instance may know the keys of a second ago.
		real.travel(second);
		assert.deepEqual((await publishedKeys(real)).map(({ kid }) => kid).sort(), kidsOf(model).sort());
		const login = await real.visitor().logIn("ada", ADMIN_PASSWORD);
		const token = String(login.body?.token);
		assert.equal(kidOf(token), model.active.kid);
		model.tokens.push(token);
		for (const each of model.tokens.slice(-5)) {
			const answer = await real.visitor().get("/api/auth/session", { authorization: `Bearer ${each}` });
			const ranOut = real.now() >= Number(decodeJwt(each).exp) * second;
			if (!kidsOf(model).includes(kidOf(each))) assert.equal(answer.body?.code, "invalid_token");
			else if (ranOut) assert.equal(answer.body?.code, "session_expired");
			else assert.equal(answer.status, 200);
		}
	},
});

async function rotated(model: Model, real: TestService): Promise<void> {
	model.retired.push({ kid: model.active.kid, since: real.now() });
	model.active = { kid: model.next.kid, since: real.now() };
	real.travel(second);
	const made = (await publishedKeys(real)).find(({ kid }) => !kidsOf(model).includes(kid ?? ""));
	model.next = { kid: made?.kid ?? "none", since: real.now() - second };
}

const rotate = (force: boolean) =>
	step(force ? "rotate by force" : "rotate", async (model, real) => {
		const { signingKeyRotation } = real.running.deployment;
		if (!force && real.now() < model.next.since + 300 * second) {
			return assert.rejects(signingKeyRotation.rotate(force), /so new that/);
		}
		await signingKeyRotation.rotate(force);
		await rotated(model, real);
	});

const replaceAll = step("replace all", async (model, real) => {
	const { audit, signingKeyRotation } = real.running.deployment;
	const { active } = await audit.transact(signingKeyRotation.replaceAll);
	const since = real.now();
	real.travel(second);
	const made = (await publishedKeys(real)).find(({ kid }) => kid !== active);
	Object.assign(model, {
		active: { kid: active, since },
		next: { kid: made?.kid ?? "none", since },
		retired: [],
	});
});

const maintain = step("maintenance", async (model, real) => {
	await real.running.maintenance.run();
	model.retired = model.retired.filter(({ since }) => since >= real.now() - 2 * hour);
	if (real.now() - model.active.since > 90 * day) await rotated(model, real);
});

const travel = (milliseconds: number) =>
	step(`travel ${milliseconds / second} s`, async (_model, real) => real.travel(milliseconds));

const steps = [
	fc.constant(rotate(true)),
	fc.constant(rotate(false)),
	fc.constant(replaceAll),
	fc.constant(maintain),
	fc.constant(maintain),
	fc.constantFrom(61 * second, 301 * second, 50 * 61 * second, 2 * hour, 3 * hour, 91 * day).map(travel),
];

it("any sequence of steps leaves keys and tokens as the model says", async () => {
	const property = fc.asyncProperty(fc.commands(steps, { maxCommands: 25, size: "+1" }), async (commands) => {
		const service = await startTestService({ settings: cheap });
		try {
			await service.addUser("ada");
			const now = service.now();
			const token = String((await service.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token);
			const active = { kid: kidOf(token), since: now };
			const other = (await publishedKeys(service)).find(({ kid }) => kid !== active.kid);
			const next = { kid: other?.kid ?? "none", since: now };
			const model: Model = { next, active, retired: [], tokens: [token] };
			await fc.asyncModelRun(() => ({ model, real: service }), commands);
		} finally {
			await service.stop();
		}
	});
	await fc.assert(property, { numRuns: 5, interruptAfterTimeLimit: 30_000 });
});
