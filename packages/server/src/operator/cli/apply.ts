import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { SallyportError } from "../../../../client/src/error.ts";
import { planChanges, type Step } from "../../operations/declaration/plan-changes.ts";
import { readDeclaration } from "../../operations/declaration/read-declaration.ts";
import { LoginError } from "../../platform/errors.ts";
import { parseJsonBody } from "../../platform/http/json-body.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { documentPath, PROGRAM } from "../../platform/lib/package-root.ts";
import type { Administered } from "./administered.ts";
import { columns, count } from "./columns.ts";
import { defineCommand, type Result } from "./define-command.ts";
import { explainError } from "./explain-error.ts";
import { showProgress } from "./show-progress.ts";

interface Outcome {
	change: string;
	status: "planned" | "done" | "failed" | "not tried";
	/** Why it has failed. */
	message: string | null;
}

export const apply = defineCommand({
	summary: "Make users and groups what a file says.",
	usage: `sallyport apply FILE|- [--dry-run] [--prune]

Reads users and groups from a JSON file, or from standard input (-), and adds and changes what differs; a second time there is nothing
to do. What the file does not name stays. A mistake in the file is refused before anything is changed. Where a change fails, the
others are made, the exit code is 1, and the same command again makes the rest. ${documentPath("administration.md")} describes the file.

  --dry-run   change nothing; print what would be changed
  --prune     delete what the file does not name: users, if it has users; groups, if it has groups. Never the last admin`,
	options: { "dry-run": { type: "boolean" }, prune: { type: "boolean" } },
	takes: ["FILE"],
	overHttp: true,
	async run({ reach, options: { "dry-run": dryRun = false, prune = false }, names: [name = ""] }) {
		const declaration = readDeclaration(await readJson(name));
		return reach(async (administered) => {
			const { groups, users, actsAs } = administered;
			const existing = { groups: await groups.list(), users: await users.list() };
			const steps = planChanges(declaration, existing, { prune, actsAs });
			const outcomes = dryRun
				? steps.map(({ text }): Outcome => ({ change: text, status: "planned", message: null }))
				: await carryOut(steps, administered);
			return describe(outcomes, dryRun);
		});
	},
});

/** Throws Failure. */
async function readJson(name: string): Promise<unknown> {
	const bytes = await (name === "-" ? buffer(process.stdin) : readFile(name)).catch(() => {
		throw new Failure("file_unreadable", `There is no file ${name}, or it may not be read.`);
	});
	try {
		JSON.parse(bytes.toString());
		return parseJsonBody(bytes);
	} catch (error) {
		if (error instanceof LoginError && error.code === "duplicate_key")
			throw new Failure("file_unreadable", "The file has a member twice in one object.");
		const [where] = /line \d+ column \d+/.exec(String(error)) ?? [];
		const mistake = where === undefined ? "" : `: the mistake is at ${where}`;
		throw new Failure(
			"file_unreadable",
			`${name === "-" ? "The input" : name} is not JSON in UTF-8${mistake}.`,
		);
	}
}

/** A step that is refused does not keep the others from being done; what none could do ends it. */
async function carryOut(steps: readonly Step[], administered: Administered): Promise<Outcome[]> {
	const progress = showProgress(process.stderr);
	const outcomes: Outcome[] = [];
	const failed = new Set<string>();
	let isOver = false;
	try {
		for (const [at, step] of steps.entries()) {
			const outcome: Outcome = { change: step.text, status: "not tried", message: null };
			outcomes.push(outcome);
			if (isOver || failed.has(step.of)) continue;
			progress.show(at / steps.length, `${at} of ${steps.length} changes`);
			try {
				await take(step, administered);
				outcome.status = "done";
			} catch (error) {
				const { messages } = explainError(error);
				Object.assign(outcome, { status: "failed", message: messages.join(" ") });
				failed.add(step.of);
				isOver = !isOfThisStep(error);
			}
		}
		return outcomes;
	} finally {
		progress.end();
	}
}

function isOfThisStep(error: unknown): boolean {
	if (error instanceof LoginError) return true;
	if (!(error instanceof SallyportError)) return false;
	return (
		error.status >= 400 &&
		error.status < 500 &&
		![401, 429].includes(error.status) &&
		error.code !== "insufficient_scope"
	);
}

/** Between plan and step, another user may have got the name. */
async function requirePlanned({ of }: Step, username: string, { users }: Administered): Promise<void> {
	const { id } = await users.find(username);
	if (id !== of)
		throw new LoginError("state_conflict", `Another user is called ${username} since the plan was made.`);
}

async function take(step: Step, administered: Administered): Promise<unknown> {
	const { groups, users } = administered;
	// One that was added just now is known by its place in the file.
	if ("username" in step && !step.of.startsWith("/")) await requirePlanned(step, step.username, administered);
	switch (step.act) {
		case "add group":
			return groups.add(step.name, step.description);
		case "change group":
			return groups.describe(step.name, step.description);
		case "remove group":
			return groups.remove(step.name);
		case "add user": {
			const { username: name, id, kind = "person", role = "user", invite, profile } = step.user;
			return users.add({ name, id, kind, role, profile, passwordHash: null, invite });
		}
		case "change user":
			return users.set(step.username, step.profile, { username: step.newName });
		case "set role":
			return users.setRole(step.username, step.role);
		case "disable user":
			return users.disable(step.username, {});
		case "enable user":
			return users.enable(step.username);
		case "remove user":
			return users.remove(step.username);
	}
}

function describe(changes: Outcome[], dryRun: boolean): Result {
	const done = changes.filter(({ status }) => status === "done").length;
	const document = { changes, done };
	if (changes.length === 0) return { document, text: "There is nothing to do." };
	const rows = changes.map(({ status, change, message }) => [
		status,
		message === null ? change : `${change}: ${message}`,
	]);
	const isWhole = dryRun || done === changes.length;
	const verdict = dryRun
		? `${count(changes.length, "change")}. Nothing was changed (--dry-run).`
		: isWhole
			? `${count(done, "change")} done.`
			: `${done} of ${count(changes.length, "change")} done. For the rest, run ${PROGRAM} apply again.`;
	return { document, text: `${columns(rows)}\n\n${verdict}`, exitCode: isWhole ? 0 : 1 };
}
