import { randomUUID } from "node:crypto";
import { beginVisit, type Visit } from "../lib/visit.ts";
import type { Caller, Way } from "./caller.ts";
import { type Call, FIRST_PASSWORD, type Intent } from "./history.ts";
import { checkOf, type HeldSession, heldFrom, intentOf, unsafeHeaders } from "./session.ts";

export interface Password {
	name: string;
	text: string;
}

/** Something that must not open anything any more. */
export type Dead = { session: HeldSession } | { password: Password };

/** One user of the service, and what they know for sure. Nothing here rejects: whatever happens is on record. */
export interface Person {
	username: string;
	sessions: HeldSession[];
	/** Of a password change without an answer: one of both holds. */
	perhaps: Password | null;
	logIn(way?: Way): Promise<void>;
	guess(): Promise<void>;
	check(session: HeldSession, way?: Way): Promise<void>;
	renew(session: HeldSession): Promise<void>;
	/** Resolves to what is dead by it. */
	logOut(session: HeldSession): Promise<Dead[]>;
	changePassword(session: HeldSession): Promise<Dead[]>;
	/** Finds out which password holds. */
	settle(): Promise<Dead[]>;
	probe(dead: Dead, way: Way): Promise<void>;
	/** All sessions, when an operator has ended them. */
	dropSessions(): Dead[];
}

export function createPerson({
	username,
	password: first,
	caller,
}: {
	username: string;
	password: string;
	caller: Caller;
}): Person {
	let password: Password = { name: FIRST_PASSWORD, text: first };
	let visit: Visit | null = null;
	let sessions = 0;
	let passwords = 0;
	const nextSession = () => `session ${++sessions}`;

	/** null when not even a csrf value could be had. */
	async function tryLogIn(
		given: Password,
		{ kind, way = "front" }: { kind: string; way?: Way },
	): Promise<Call | null> {
		try {
			visit ??= await beginVisit({ send: caller.askUnrecorded, close() {} });
		} catch {
			// The front answered that nobody is there; the calls on record tell for how long.
			return null;
		}
		const { csrf, cookie } = visit;
		const session = sessions % 2 === 0;
		const name = nextSession();
		const intent: Intent = {
			act: "login",
			kind,
			user: username,
			password: given.name,
			newSession: name,
		};
		const json = { username, password: given.text, session };
		const request = { method: "POST", path: "/api/auth/login", headers: { csrf, cookie }, json } as const;
		const { call, answer } = await caller.ask(way, request, intent);
		if (call.outcome === "other") visit = null;
		if (call.outcome === "accepted" && answer !== null)
			person.sessions.push(heldFrom(answer, { user: username, name, version: 0 }));
		return call;
	}

	const drop = (session: HeldSession) => {
		person.sessions = person.sessions.filter((each) => each !== session);
	};

	const person: Person = {
		username,
		sessions: [],
		perhaps: null,
		dropSessions() {
			const dropped = person.sessions.map((session) => ({ session }));
			person.sessions = [];
			return dropped;
		},
		async logIn(way = "front") {
			await tryLogIn(password, { kind: "login", way });
		},
		async guess() {
			await tryLogIn({ name: "a guess", text: `guess ${randomUUID()}` }, { kind: "wrong password" });
		},
		async check(session, way = "front") {
			const kind = session.mode === "cookie" ? "check by cookie" : "check by bearer";
			const { call, answer } = await caller.ask(way, checkOf(session), intentOf(session, "check", kind));
			if (call.outcome === "refused") drop(session);
			if (call.outcome === "accepted" && !answer?.body.includes(`"username":"${username}"`))
				call.isSomebodyElse = true;
		},
		async renew(session) {
			const request = { method: "POST", path: "/api/auth/renew", headers: unsafeHeaders(session) } as const;
			const { call, answer } = await caller.ask("front", request, intentOf(session, "renewal", "renewal"));
			if (call.outcome === "refused") drop(session);
			if (call.outcome === "accepted" && answer !== null)
				Object.assign(
					session,
					heldFrom(answer, { ...session, version: session.version + 1, present: session.credential }),
				);
		},
		async logOut(session) {
			const request = { method: "POST", path: "/api/auth/logout", headers: unsafeHeaders(session) } as const;
			const { call } = await caller.ask("front", request, intentOf(session, "logout", "logout"));
			if (call.outcome !== "accepted" && call.outcome !== "refused") return [];
			drop(session);
			return call.outcome === "accepted" ? [{ session }] : [];
		},
		async changePassword(session) {
			const next: Password = { name: `password ${++passwords}`, text: `new ${randomUUID()}` };
			const intent: Intent = {
				...intentOf(session, "password change", "password change"),
				password: password.name,
				newPassword: next.name,
				newSession: nextSession(),
			};
			const json = { currentPassword: password.text, newPassword: next.text };
			const request = {
				method: "POST",
				path: "/api/auth/password",
				headers: unsafeHeaders(session),
				json,
			} as const;
			const { call, answer } = await caller.ask("front", request, intent);
			if (call.outcome === "refused") drop(session);
			else if (call.outcome !== "accepted" || answer === null) person.perhaps = next;
			else {
				const dead: Dead[] = [...person.dropSessions(), { password }];
				password = next;
				const { newSession: name = "" } = intent;
				person.sessions = [heldFrom(answer, { user: username, name, version: 0 })];
				return dead;
			}
			return [];
		},
		async settle() {
			const { perhaps, sessions: before } = person;
			if (perhaps === null) return [];
			for (const candidate of [perhaps, password]) {
				const call = await tryLogIn(candidate, { kind: "login, one of two" });
				if (call?.outcome === "refused") continue;
				if (call?.outcome !== "accepted") return [];
				person.perhaps = null;
				if (candidate === password) return [];
				const dead: Dead[] = [...before.map((session) => ({ session })), { password }];
				person.sessions = person.sessions.filter((session) => !before.includes(session));
				password = candidate;
				return dead;
			}
			return [];
		},
		async probe(dead, way) {
			if ("password" in dead) await tryLogIn(dead.password, { kind: "dead password", way });
			else await caller.ask(way, checkOf(dead.session), intentOf(dead.session, "check", "dead session"));
		},
	};
	return person;
}
