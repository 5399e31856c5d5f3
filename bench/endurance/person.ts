/** One user of the endurance run: does one thing after the other, and puts on record what it showed and what was answered. */
import { randomUUID } from "node:crypto";
import type { Step } from "../../packages/server/test/support/credential-history.ts";
import { type Answer, createConnection, type Headers, type Request } from "../load/connection.ts";
import { cookiesOf, protocols } from "../subjects/protocols.ts";
import { type Call, outcomeOf } from "./call.ts";

/** Through the load balancer, or past it to one instance. */
export type Way = "front" | number;
export const ways: readonly Way[] = ["front", 0, 1, 2];

export interface World {
	/** Ports. */
	front: number;
	instances: readonly number[];
	calls: Call[];
	/** Judged at the end: a credential holds until one moment, and never again. */
	history: Step[];
}

type Password = { name: string; text: string };

interface Session {
	name: string;
	/** What reads need. */
	credential: Headers;
	/** What a cookie's unsafe calls need besides. */
	csrf: Headers;
}

/** From an answer that hands over a credential, or, by sending no cookie, leaves the present one in force. */
function sessionFrom(answer: Answer, name: string, before?: Session): Session {
	const { token, csrf = "" } = JSON.parse(answer.body) as { token?: string; csrf?: string };
	if (token !== undefined) return { name, credential: { authorization: `Bearer ${token}` }, csrf: {} };
	const cookie = cookiesOf(answer).join("; ");
	return { name, credential: cookie === "" && before ? before.credential : { cookie }, csrf: { csrf } };
}

export type Person = ReturnType<typeof createPerson>;

/** Nothing here rejects: whatever happens is on record. */
export function createPerson(
	user: string,
	first: string,
	address: string,
	{ front, instances, calls, history }: World,
) {
	const toFront = createConnection(front, 8, address);
	let password: Password = { name: `password 0 of ${user}`, text: first };
	/** Of changes without a clear answer: one of them may hold instead, now or when the change comes late. */
	let perhaps: Password[] = [];
	let visit: Headers | null = null;
	let held: Session[] = [];
	const dead: Array<Session | Password> = [];
	let [sessions, passwords] = [0, 0];
	const drop = (session: Session) => {
		held = held.filter((each) => each !== session);
	};

	/** `answer` is null when there was none. */
	async function ask(way: Way, kind: string, { name: shown }: Session | Password, request: Request) {
		const isFront = way === "front";
		// Past the front no connection is kept: one that was cut with its instance must not look like a fault.
		const connection = isFront ? toFront : createConnection(instances[way] ?? 0, 1, address);
		const began = performance.now();
		const sent = await connection.send(request).catch((error: unknown) => String(error));
		const answered = performance.now();
		if (!isFront) connection[Symbol.dispose]();
		const answer = typeof sent === "string" ? null : sent;
		const lost = { outcome: isFront ? "broken" : "gone", note: String(sent) } as const;
		const found = answer === null ? lost : outcomeOf(answer);
		const by = isFront ? "front" : `instance ${way}`;
		const call: Call = { kind, shown, way: by, began, answered, ...found };
		calls.push(call);
		return { call, answer };
	}

	/** A use counts only with a clear answer. */
	function used({ name: credential }: Session | Password, call: Call): void {
		const { kind, way, began, answered, outcome } = call;
		if (outcome !== "accepted" && outcome !== "refused") return;
		const accepted = outcome === "accepted";
		history.push({ credential, act: "use", began, answered, accepted, note: `${kind} by ${way}` });
	}

	/** `accepted` false: it may have ended. */
	function ended({ name: credential }: Session | Password, call: Call, accepted: boolean): void {
		const { kind, began, answered } = call;
		history.push({ credential, act: "end", began, answered, accepted, note: kind });
	}

	const unsafe = ({ credential, csrf }: Session, path: string, json?: unknown): Request => ({
		method: "POST",
		path,
		headers: { ...credential, ...csrf },
		...(json !== undefined && { json }),
	});

	/** Resolves to how the call ended, or to null when not even a CSRF token could be had. */
	async function tryPassword(tried: Password, kind: string, way: Way = "front"): Promise<Call | null> {
		try {
			visit ??= await protocols.sallyport.begin(toFront);
		} catch {
			// No instance was there; the calls on record tell for how long.
			return null;
		}
		sessions += 1;
		const person = { username: user, password: tried.text };
		const request = protocols.sallyport.login(person, sessions % 2 === 0 ? "token" : "cookie", visit);
		const { call, answer } = await ask(way, kind, tried, request);
		if (call.outcome === "other") visit = null;
		// Before the change comes, its password is rightly refused.
		if (!perhaps.includes(tried) || call.outcome === "accepted") used(tried, call);
		if (call.outcome === "accepted" && answer !== null) {
			const session = sessionFrom(answer, `session ${sessions} of ${user}`);
			held.push(session);
			if (perhaps.length > 0) ended(session, { ...call, kind: "a late change" }, false);
		}
		return call;
	}

	async function probe(one: Session | Password, way: Way): Promise<void> {
		if ("text" in one) return void (await tryPassword(one, "dead password", way));
		const request = { path: "/api/auth/session", headers: one.credential };
		used(one, (await ask(way, "dead session", one, request)).call);
	}

	/** One after the other: the burst would be a load of its own. */
	async function probeEverywhere(those: ReadonlyArray<Session | Password>): Promise<void> {
		for (const each of those) await Promise.all(ways.map((way) => probe(each, way)));
	}

	/** The new password holds, so the old one and the sessions before it are dead. */
	function replace(next: Password, before: readonly Session[], call: Call): Array<Session | Password> {
		const those = [...before, password];
		for (const each of those) ended(each, call, true);
		held = held.filter((session) => !before.includes(session));
		[password, perhaps] = [next, []];
		dead.push(...those);
		return those;
	}

	return {
		sessions: () => held,
		/** With the password that should hold, then with those that perhaps do. */
		async logIn(): Promise<void> {
			for (const tried of [password, ...perhaps]) {
				const before = [...held];
				const call = await tryPassword(tried, "login");
				if (call?.outcome === "refused") continue;
				if (call?.outcome === "accepted" && tried !== password)
					await probeEverywhere(replace(tried, before, call));
				return;
			}
		},
		async guess(): Promise<void> {
			const guessed = { name: `guess ${randomUUID()}`, text: `guess ${randomUUID()}` };
			const never = { credential: guessed.name, began: 0, answered: 0, accepted: true };
			history.push({ ...never, act: "end", note: "it never held" });
			await tryPassword(guessed, "wrong password");
		},
		async check(session: Session, way: Way = "front"): Promise<void> {
			const kind = "cookie" in session.credential ? "check by cookie" : "check by bearer";
			const request = { path: "/api/auth/session", headers: session.credential };
			const { call, answer } = await ask(way, kind, session, request);
			if (call.outcome === "accepted" && !answer?.body.includes(`"username":"${user}"`))
				Object.assign(call, { outcome: "other", note: `not about ${user}: ${answer?.body}` });
			used(session, call);
			if (call.outcome === "refused") drop(session);
		},
		async renew(session: Session): Promise<void> {
			const { call, answer } = await ask("front", "renewal", session, unsafe(session, "/api/auth/renew"));
			used(session, call);
			if (call.outcome === "refused") drop(session);
			else if (call.outcome === "accepted" && answer !== null)
				Object.assign(session, sessionFrom(answer, session.name, session));
			// The secret before a renewal holds for a while only.
			else ended(session, call, false);
		},
		async logOut(session: Session): Promise<void> {
			drop(session);
			const { call } = await ask("front", "logout", session, unsafe(session, "/api/auth/logout"));
			ended(session, call, call.outcome === "accepted");
			if (call.outcome !== "accepted") return;
			dead.push(session);
			await probeEverywhere([session]);
		},
		async changePassword(session: Session): Promise<void> {
			passwords += 1;
			const next = { name: `password ${passwords} of ${user}`, text: `new ${randomUUID()}` };
			const json = { currentPassword: password.text, newPassword: next.text };
			const request = unsafe(session, "/api/auth/password", json);
			const { call, answer } = await ask("front", "password change", session, request);
			if (call.outcome === "accepted" && answer !== null) {
				const those = replace(next, held, call);
				sessions += 1;
				held = [sessionFrom(answer, `session ${sessions} of ${user}`)];
				await probeEverywhere(those);
			} else if (call.outcome === "refused") {
				if (perhaps.length === 0) used(session, call);
				drop(session);
			} else {
				for (const each of [...held, password]) ended(each, call, false);
				perhaps.push(next);
			}
		},
		/** One of all that must be dead, somewhere. */
		async probeOne(): Promise<void> {
			const one = dead[Math.floor(Math.random() * dead.length)];
			if (one !== undefined) await probe(one, ways[Math.floor(Math.random() * ways.length)] ?? "front");
		},
		/** At the end: what is held must still be accepted everywhere, and what is dead nowhere; of passwords the last one. */
		async lookAgain(): Promise<void> {
			for (const session of [...held]) await Promise.all(ways.map((way) => this.check(session, way)));
			await this.logIn();
			const lastPassword = dead.findLast((each) => "text" in each);
			await probeEverywhere(dead.filter((each) => !("text" in each) || each === lastPassword));
		},
		[Symbol.dispose]: () => toFront[Symbol.dispose](),
	};
}
