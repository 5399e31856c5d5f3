// At length: it tries many sequences of steps at random.
// Proves: password-operations
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { step as modelStep } from "../support/model-step.ts";
import { startTestService, type TestService } from "../support/service.ts";

const hour = 3_600_000;
const good = ["five words nobody else has", "another five words of mine", "plumb vexing otter waltz"];

/** open → used, or expired; the user: invited → active ⇄ disabled. */
interface Model {
	links: Array<{ token: string; expiresAt: number; used: boolean }>;
	password: string | null;
	disabled: boolean;
	tidiedAt: number;
}
interface Real {
	service: TestService;
	name: string;
}

function outcome(model: Model, link: Model["links"][number], now: number): string {
	const forgotten = link.expiresAt < model.tidiedAt - 24 * hour;
	if (link.used && !forgotten) return "setup_link_used";
	return forgotten || model.disabled || now >= link.expiresAt ? "not_found" : "open";
}

const step = modelStep<Model, Real>;

const use = (number: number, password: string) =>
	step(`use link ${number} with "${password}"`, async (model, { service }, now) => {
		const link = model.links.at(-1 - (number % model.links.length));
		const { body } = await service
			.visitor()
			.post("/api/auth/setup", { token: link?.token ?? "none", password });
		if (link === undefined) return assert.equal(body?.code, "not_found");
		const expected = outcome(model, link, now);
		if (expected !== "open") return assert.equal(body?.code, expected);
		if (!good.includes(password)) return assert.equal(body?.code, "password_rejected");
		assert.equal(body?.message, "Setup complete");
		link.used = true;
		model.password = password;
	});

const reset = step("reset", async (model, { service, name }, now) => {
	for (const link of model.links) if (!link.used) link.expiresAt = Math.min(link.expiresAt, now);
	const { setupLink } = await usersOf(service).reset(name);
	model.links.push({ token: tokenOf(setupLink), expiresAt: service.now() + 24 * hour, used: false });
	model.password = null;
});

const disable = step("disable or enable", async (model, { service, name }) => {
	model.disabled = !model.disabled;
	await usersOf(service)[model.disabled ? "disable" : "enable"](name);
});

const logIn = (password: string) =>
	step(`log in with "${password}"`, async (model, { service, name }) => {
		const right = !model.disabled && model.password === password;
		assert.equal((await service.visitor().logIn(name, password)).status, right ? 200 : 401);
	});

const travel = (hours: number) =>
	step(`travel ${hours} h`, async (_model, { service }) => service.travel(hours * hour + 60_000));

const any = fc.nat({ max: 2 });
const password = fc.constantFrom(...good);
const steps = [
	fc.tuple(any, password).map(([number, chosen]) => use(number, chosen)),
	fc.tuple(any, password).map(([number, chosen]) => use(number, chosen)),
	fc.tuple(any, fc.constantFrom("short", "passwordpassword1")).map(([number, chosen]) => use(number, chosen)),
	fc.constant(reset),
	fc.constant(disable),
	password.map(logIn),
	password.map(logIn),
	fc.constantFrom(1, 5, 20, 30).map(travel),
];

let service: TestService;
before(async () => {
	const settings = { SALLYPORT_ACCOUNT_FAILURES: "1000", SALLYPORT_ADDRESS_FAILURES: "1000000" };
	service = await startTestService({ settings: { ...cheap, ...settings } });
});
after(() => service.stop());

it("any sequence of steps leaves every setup link and password as the model says", async () => {
	let users = 0;
	const property = fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: "+1" }), async (commands) => {
		users += 1;
		const name = `user${users}`;
		const { setupLink } = await usersOf(service).add({ name, role: "user", passwordHash: null });
		const first = { token: tokenOf(setupLink), expiresAt: service.now() + 24 * hour, used: false };
		const model: Model = { links: [first], password: null, disabled: false, tidiedAt: service.now() };
		await fc.asyncModelRun(() => ({ model, real: { service, name } }), commands);
	});
	await fc.assert(property, { numRuns: 12, interruptAfterTimeLimit: 30_000 });
});
