/** What clients and operators do to sessions, one step each, at the real service and in the model of session-model.ts. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { usersOf } from "./administration.ts";
import { step as modelStep } from "./model-step.ts";
import { bearerOf } from "./own-session.ts";
import type { TestService } from "./service.ts";
import {
	end,
	extend,
	limits,
	type Model,
	type ModelCredential,
	type ModelSession,
	overLimit,
	start,
	tokenEnd,
	use,
	verdict,
} from "./session-model.ts";
import type { Answer } from "./visitor.ts";

export interface Credential extends ModelCredential {
	headers: Record<string, string>;
	/** The id of its session. */
	id: string;
}

export interface Real {
	service: TestService;
	name: string;
	passwords: string[];
}

export type State = Model<Credential>;

/** Counted from the newest one, because most of the rest have ended. */
const pick = ({ credentials }: State, number: number) =>
	credentials.at(-1 - (number % (credentials.length || 1)));

const sessionsOf = ({ credentials }: State) => credentials.map(({ session }) => session);

/** A step of any number of clients. Steps take a credential by a number, whatever has become of it. */
const step = modelStep<State, Real>;

const by = (
	text: string,
	number: number,
	run: (credential: Credential, model: State, real: Real, now: number) => Promise<void>,
) =>
	step(`${text} by ${number}`, async (model, real, now) => {
		const credential = pick(model, number);
		if (credential !== undefined) await run(credential, model, real, now);
	});

export const call = (
	{ service }: Real,
	method: string,
	path: string,
	headers: Record<string, string>,
	body?: object,
) => service.visitor().request(method, path, { headers, body });

/** Asserts what the model says of the credential; true when the call went through. */
function passes(answer: Answer, credential: Credential, model: State, now: number): boolean {
	const expected = verdict(credential, now, model.tidiedAt);
	if (expected === "live") {
		assert.ok(answer.status !== 401 || answer.body?.code === "invalid_credentials", answer.text);
		use(credential.session, now);
		return true;
	}
	assert.equal(answer.body?.code, expected);
	return false;
}

const cookieIn = (answer: Answer) =>
	answer.headers
		.getSetCookie()
		.find((line) => line.startsWith("sallyport-sid="))
		?.split(";")[0];

/** Adds what an answer has handed out. A cookie takes the place of the one before. */
async function take(answer: Answer, session: ModelSession, model: State, real: Real, from?: Credential) {
	assert.equal(answer.status, 200, answer.text);
	const cookie = cookieIn(answer);
	// A cookie that the client has already is not sent again.
	if (cookie === undefined && answer.body?.token === undefined) return;
	const headers = cookie === undefined ? bearerOf(answer) : { cookie, csrf: String(answer.body?.csrf) };
	const goodUntil = cookie === undefined ? tokenEnd(session) : Number.POSITIVE_INFINITY;
	const known = model.credentials.find(
		(each) => each.headers.cookie !== undefined && each.headers.cookie === cookie,
	);
	if (known !== undefined) return;
	if (cookie !== undefined && from !== undefined) {
		for (const each of model.credentials) {
			if (each.session !== session) continue;
			each.goodUntil = each === from ? session.lastSeenAt + limits.grace : 0;
		}
	}
	const who = await call(real, "GET", "/api/auth/session", headers);
	const { session: own } = who.body as { session: { id: string } };
	model.credentials.push({ session, headers, goodUntil, id: own.id });
}

/** Milliseconds; `renew.ts` says why. */
const justNow = 5000;

type Chosen = Pick<ModelSession, "kind" | "remember">;

const logIn = ({ kind, remember }: Chosen, from: number | null) =>
	step(
		`log in (${kind}${remember ? ", for long" : ""}) in ${from === null ? "a new browser" : `the browser of ${from}`}`,
		async (model, real, now) => {
			const current = from === null ? undefined : pick(model, from);
			const visitor = real.service.visitor();
			await visitor.get("/api/auth/csrf");
			const cookies = [...visitor.cookies].map((pair) => pair.join("="));
			if (current?.headers.cookie !== undefined) cookies.push(current.headers.cookie);
			const answer = await visitor.request("POST", "/api/auth/login", {
				body: { username: real.name, password: real.passwords[0], session: kind === "cookie", remember },
				headers: { cookie: cookies.join("; "), csrf: visitor.csrf ?? "" },
			});
			if (model.disabled) return assert.equal(answer.body?.code, "invalid_credentials");
			if (kind === "cookie") {
				if (current?.headers.cookie !== undefined && verdict(current, now, model.tidiedAt) === "live") {
					end([current.session], now);
				}
				end(overLimit(sessionsOf(model), now, limits.cookies - 1), now);
			}
			await take(answer, start({ kind, remember }, now), model, real);
		},
	);

const check = (number: number) =>
	by("check", number, async (credential, model, real, now) => {
		const answer = await call(real, "GET", "/api/auth/session", credential.headers);
		if (passes(answer, credential, model, now)) assert.equal(answer.status, 200);
	});

const renew = (number: number) =>
	by("renew", number, async (credential, model, real, now) => {
		const answer = await call(real, "POST", "/api/auth/renew", credential.headers);
		if (!passes(answer, credential, model, now)) return;
		const { session } = credential;
		const cookie = cookieIn(answer);
		const isNew = cookie !== undefined && model.credentials.every((each) => each.headers.cookie !== cookie);
		// What was renewed just now is answered as it is, unless its secret is replaced.
		if (isNew || now - session.lastSeenAt >= justNow) extend(session, now);
		await take(answer, session, model, real, credential);
	});

const reauthenticate = (number: number) =>
	by("reauthenticate", number, async (credential, model, real, now) => {
		const body = { password: real.passwords[0] };
		const answer = await call(real, "POST", "/api/auth/reauthenticate", credential.headers, body);
		if (!passes(answer, credential, model, now)) return;
		credential.session.authenticatedAt = now;
		extend(credential.session, now);
		await take(answer, credential.session, model, real, credential);
	});

const logOut = (number: number) =>
	by("log out", number, async (credential, model, real, now) => {
		const answer = await call(real, "POST", "/api/auth/logout", credential.headers);
		assert.equal(answer.status, 200);
		if (verdict(credential, now, model.tidiedAt) === "live") end([credential.session], now);
	});

const endOthers = (number: number) =>
	by("end all others", number, async (credential, model, real, now) => {
		const answer = await call(real, "DELETE", "/api/auth/sessions", credential.headers);
		if (!passes(answer, credential, model, now)) return;
		const { session } = credential;
		if (now - session.authenticatedAt > limits.window) {
			return assert.equal(answer.body?.code, "reauthentication_required");
		}
		const others = sessionsOf(model).filter((each) => each !== session);
		assert.equal(answer.body?.ended, end(others, now));
	});

const endOne = (number: number, target: number) =>
	by(`end ${target}`, number, async (credential, model, real, now) => {
		const other = pick(model, target) ?? credential;
		const answer = await call(real, "DELETE", `/api/auth/sessions/${other.id}`, credential.headers);
		if (!passes(answer, credential, model, now)) return;
		if (now - credential.session.authenticatedAt > limits.window) {
			return assert.equal(answer.body?.code, "reauthentication_required");
		}
		assert.equal(answer.status, end([other.session], now) === 1 ? 200 : 404);
	});

const changePassword = (number: number) =>
	by("change the password", number, async (credential, model, real, now) => {
		const [currentPassword, newPassword] = real.passwords;
		const body = { currentPassword, newPassword };
		const answer = await call(real, "POST", "/api/auth/password", credential.headers, body);
		if (!passes(answer, credential, model, now)) return;
		real.passwords.reverse();
		end(sessionsOf(model), now);
		await take(answer, start(credential.session, now), model, real);
	});

const travel = (seconds: number) =>
	step(`travel ${seconds} s`, async (_model, { service }) => service.travel(seconds * 1000));

const disable = () =>
	step("disable or enable", async (model, real, now) => {
		model.disabled = !model.disabled;
		const users = usersOf(real.service);
		if (!model.disabled) return users.enable(real.name);
		assert.equal((await users.disable(real.name)).ended, end(sessionsOf(model), now));
	});

const any = fc.nat({ max: 5 });
const chosen = fc.constantFrom<Chosen>(
	{ kind: "cookie", remember: false },
	{ kind: "cookie", remember: true },
	{ kind: "token", remember: false },
);
const minutes = fc.constantFrom(7, 31, 400, 901, 1501, 3001).map(travel);
/** What is listed more than once comes more often: sessions must live to grow old. */
export const steps = [
	...Array.from({ length: 4 }, () => chosen.map((each) => logIn(each, null))),
	fc.tuple(chosen, any).map(([each, from]) => logIn(each, from)),
	...Array.from({ length: 4 }, () => any.map(check)),
	...Array.from({ length: 4 }, () => any.map(renew)),
	...Array.from({ length: 4 }, () => minutes),
	any.map(reauthenticate),
	any.map(logOut),
	any.map(endOthers),
	fc.tuple(any, any).map(([number, target]) => endOne(number, target)),
	any.map(changePassword),
	fc.constantFrom(3601, 90_001).map(travel),
	fc.constant(disable()),
];
