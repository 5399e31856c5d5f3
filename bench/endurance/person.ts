import { randomUUID } from "node:crypto";
import { type Answer, createConnection, type Headers, type Request } from "../load/connection.ts";
import { cookiesOf, protocols } from "../subjects/protocols.ts";
import { type Call, FIRST_PASSWORD, type Intent } from "./history.ts";

export type Way = "front" | number;
export const everywhere: readonly Way[] = ["front", 0, 1, 2];

interface Password {
	name: string;
	text: string;
}

/** A session as its holder keeps it. */
interface Held {
	name: string;
	/** How often it was renewed, or may have been. */
	version: number;
	mode: "cookie" | "token";
	/** What reads need. */
	credential: Headers;
	/** What a cookie's unsafe calls need besides. */
	csrf: Headers;
}

/** Something that must not open anything any more. */
export type Dead = { session: Held } | { password: Password };

export interface World {
	front: number;
	instances: readonly number[];
	calls: Call[];
}

/** What only the front's own 503 says. */
const SAID_BY_FRONT = "No instance answered";

function outcomeOf({ status, headers, body }: Answer): Pick<Call, "outcome" | "from" | "note"> {
	if (status >= 200 && status < 300) return { outcome: "accepted" };
	if (status === 401) return { outcome: "refused" };
	const note = `${status} ${body.slice(0, 300)}`;
	const isProblem = headers["content-type"]?.startsWith("application/problem+json") ?? false;
	if (status !== 503 || headers["retry-after"] === undefined || !isProblem) return { outcome: "other", note };
	return { outcome: "unavailable", from: body.includes(SAID_BY_FRONT) ? "front" : "service", note };
}

/** Of an answer that hands over a credential, or, by sending no cookie, leaves the present one in force. */
function heldFrom(answer: Answer, name: string, before?: Held): Held {
	const version = before === undefined ? 0 : before.version + 1;
	const { token, csrf = "" } = JSON.parse(answer.body) as { token?: string; csrf?: string };
	if (token !== undefined)
		return { name, version, mode: "token", credential: { authorization: `Bearer ${token}` }, csrf: {} };
	const cookie = cookiesOf(answer).join("; ");
	const credential = cookie === "" && before !== undefined ? before.credential : { cookie };
	return { name, version, mode: "cookie", credential, csrf: { csrf } };
}

export type Person = ReturnType<typeof createPerson>;

/** One user of the service, and what they know for sure. Nothing here rejects: whatever happens is on record. */
export function createPerson(
	user: string,
	first: string,
	address: string,
	{ front, instances, calls }: World,
) {
	const toFront = createConnection(front, 8, address);
	let password: Password = { name: FIRST_PASSWORD, text: first };
	/** Of a password change without an answer: one of both holds. */
	let perhaps: Password | null = null;
	let visit: Headers | null = null;
	let held: Held[] = [];
	let [sessions, passwords] = [0, 0];
	const nextSession = () => `session ${++sessions}`;
	const drop = (session: Held) => {
		held = held.filter((each) => each !== session);
	};

	/** Sends and puts it on record. `answer` is null when there was none. */
	async function ask(way: Way, request: Request, intent: Omit<Intent, "user">) {
		const isFront = way === "front";
		// Past the front no connection is kept: one that was cut with its instance must not look like a fault.
		const connection = isFront ? toFront : createConnection(instances[way] ?? 0, 1, address);
		const began = performance.now();
		const answer = await connection.send(request).catch((error: unknown) => String(error));
		const answered = performance.now();
		if (!isFront) connection.close();
		const about = { way: isFront ? "front" : `instance ${way}`, began, answered };
		const lost = { outcome: isFront ? "broken" : "away", note: String(answer) } as const;
		const found = typeof answer === "string" ? lost : outcomeOf(answer);
		const call: Call = { ...intent, user, ...about, ...found };
		calls.push(call);
		return { call, answer: typeof answer === "string" ? null : answer };
	}

	const intentOf = ({ name, version, mode }: Held, act: Call["act"], kind: string = act) => ({
		...{ act, kind, session: name },
		// A token goes on until it runs out; only the secrets of a cookie replace each other.
		credential: mode === "cookie" ? `${name}.${version}` : name,
	});
	const unsafe = ({ credential, csrf }: Held, path: string, json?: unknown): Request => ({
		method: "POST",
		path,
		headers: { ...credential, ...csrf },
		...(json !== undefined && { json }),
	});
	const checkOf = ({ credential }: Held) => ({ path: "/api/auth/session", headers: credential });

	/** null when not even a CSRF token could be had. */
	async function tryLogIn({ name, text }: Password, kind: string, way: Way = "front"): Promise<Call | null> {
		try {
			visit ??= await protocols.sallyport.begin(toFront);
		} catch {
			// No instance was there; the calls on record tell for how long.
			return null;
		}
		const mode = sessions % 2 === 0 ? "cookie" : "token";
		const newSession = nextSession();
		const request = protocols.sallyport.login({ username: user, password: text }, mode, visit);
		const { call, answer } = await ask(way, request, { act: "login", kind, password: name, newSession });
		if (call.outcome === "other") visit = null;
		if (call.outcome === "accepted" && answer !== null) held.push(heldFrom(answer, newSession));
		return call;
	}

	const person = {
		username: user,
		sessions: () => held,
		isUnsure: () => perhaps !== null,
		logIn: (way: Way = "front") => tryLogIn(password, "login", way),
		guess: () => tryLogIn({ name: "a guess", text: `guess ${randomUUID()}` }, "wrong password"),
		async check(session: Held, way: Way = "front"): Promise<void> {
			const kind = session.mode === "cookie" ? "check by cookie" : "check by bearer";
			const { call, answer } = await ask(way, checkOf(session), intentOf(session, "check", kind));
			if (call.outcome === "refused") drop(session);
			if (call.outcome === "accepted" && !answer?.body.includes(`"username":"${user}"`))
				call.isSomebodyElse = true;
		},
		async renew(session: Held): Promise<void> {
			const request = unsafe(session, "/api/auth/renew");
			const { call, answer } = await ask("front", request, intentOf(session, "renewal"));
			if (call.outcome === "refused") drop(session);
			if (call.outcome === "accepted" && answer !== null)
				Object.assign(session, heldFrom(answer, session.name, session));
		},
		/** Resolves to what is dead by it. */
		async logOut(session: Held): Promise<Dead[]> {
			const { call } = await ask("front", unsafe(session, "/api/auth/logout"), intentOf(session, "logout"));
			if (call.outcome !== "accepted" && call.outcome !== "refused") return [];
			drop(session);
			return call.outcome === "accepted" ? [{ session }] : [];
		},
		async changePassword(session: Held): Promise<Dead[]> {
			const next: Password = { name: `password ${++passwords}`, text: `new ${randomUUID()}` };
			const newSession = nextSession();
			const about = { password: password.name, newPassword: next.name, newSession };
			const json = { currentPassword: password.text, newPassword: next.text };
			const request = unsafe(session, "/api/auth/password", json);
			const intent = { ...intentOf(session, "password change"), ...about };
			const { call, answer } = await ask("front", request, intent);
			if (call.outcome === "refused") drop(session);
			else if (call.outcome !== "accepted" || answer === null) perhaps = next;
			else {
				const dead: Dead[] = [...person.dropSessions(), { password }];
				password = next;
				held = [heldFrom(answer, newSession)];
				return dead;
			}
			return [];
		},
		/** Finds out which password holds. */
		async settle(): Promise<Dead[]> {
			const before = held;
			held = [...held];
			for (const candidate of perhaps === null ? [] : [perhaps, password]) {
				const call = await tryLogIn(candidate, "login, one of two");
				if (call?.outcome === "refused") continue;
				if (call?.outcome !== "accepted") return [];
				perhaps = null;
				if (candidate === password) return [];
				const dead: Dead[] = [...before.map((session) => ({ session })), { password }];
				held = held.filter((session) => !before.includes(session));
				password = candidate;
				return dead;
			}
			return [];
		},
		/** All sessions, when an operator has ended them. */
		dropSessions(): Dead[] {
			const dropped = held.map((session) => ({ session }));
			held = [];
			return dropped;
		},
		async probe(dead: Dead, way: Way): Promise<void> {
			if ("password" in dead) await tryLogIn(dead.password, "dead password", way);
			else await ask(way, checkOf(dead.session), intentOf(dead.session, "check", "dead session"));
		},
		close: () => toFront.close(),
	};
	return person;
}
