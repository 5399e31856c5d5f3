import { randomUUID } from "node:crypto";
import { type Answer, createConnection, type Headers, type Request } from "../load/connection.ts";
import { cookiesOf, protocols } from "../subjects/protocols.ts";
import { type Call, type Expectation, type Fault, outcomeOf } from "./call.ts";

export type Way = "front" | number;
export const everywhere: readonly Way[] = ["front", 0, 1, 2];

interface Password {
	name: string;
	text: string;
	/** What it means when it is refused; absent: it may be, since a change of it was not answered clearly. */
	ifRefused?: Fault | undefined;
}

/** A session as its holder keeps it. */
interface Held {
	name: string;
	isByCookie: boolean;
	/** What reads need. */
	credential: Headers;
	/** What a cookie's unsafe calls need besides. */
	csrf: Headers;
	/** Something that may have ended it was not answered clearly. */
	isUnsure: boolean;
}

/** Something that must not open anything any more, and what it means when it does. */
export type Dead = { fault: Fault } & ({ session: Held } | { password: Password });

export interface World {
	front: number;
	instances: readonly number[];
	calls: Call[];
}

/** Of an answer that hands over a credential, or, by sending no cookie, leaves the present one in force. */
function heldFrom(answer: Answer, name: string, before?: Held): Held {
	const { token, csrf = "" } = JSON.parse(answer.body) as { token?: string; csrf?: string };
	const about = { name, isUnsure: before?.isUnsure ?? false };
	const authorization = `Bearer ${token}`;
	if (token !== undefined) return { ...about, isByCookie: false, credential: { authorization }, csrf: {} };
	const cookie = cookiesOf(answer).join("; ");
	const credential = cookie === "" && before !== undefined ? before.credential : { cookie };
	return { ...about, isByCookie: true, credential, csrf: { csrf } };
}

export type Person = ReturnType<typeof createPerson>;

/**
 * One user of the service, who does one thing after the other and so knows what must be accepted and what refused: each
 * call is judged by that, where no earlier one was left without a clear answer. Nothing here rejects: whatever happens is on record.
 */
export function createPerson(
	user: string,
	first: string,
	address: string,
	{ front, instances, calls }: World,
) {
	const toFront = createConnection(front, 8, address);
	let password: Password = { name: "password 0", text: first, ifRefused: "wrong refusal" };
	/** Of a password change without a clear answer: one of both holds. */
	let perhaps: Password | null = null;
	/** Such a change may still come, and end what has been begun since. */
	let mayComeLate = false;
	let isDisabled: boolean | "perhaps" = false;
	let visit: Headers | null = null;
	let held: Held[] = [];
	let [sessions, passwords] = [0, 0];
	const drop = (session: Held) => {
		held = held.filter((each) => each !== session);
	};

	/** Sends, judges, and puts it on record. `answer` is null when there was none. */
	async function ask(
		way: Way,
		request: Request,
		about: Pick<Call, "act" | "kind" | "shown">,
		faults: Expectation,
	): Promise<{ call: Call; answer: Answer | null }> {
		const isFront = way === "front";
		// Past the front no connection is kept: one that was cut with its instance must not look like a fault.
		const connection = isFront ? toFront : createConnection(instances[way] ?? 0, 1, address);
		const began = performance.now();
		const answer = await connection.send(request).catch((error: unknown) => String(error));
		const answered = performance.now();
		if (!isFront) connection.close();
		const lost = { outcome: isFront ? "broken" : "away", note: String(answer) } as const;
		const found = typeof answer === "string" ? lost : outcomeOf(answer);
		const call: Call = {
			...about,
			user,
			way: isFront ? "front" : `instance ${way}`,
			began,
			answered,
			...found,
		};
		const { outcome } = call;
		const fault = outcome === "accepted" || outcome === "refused" ? faults[outcome] : undefined;
		if (fault !== undefined) call.fault = fault;
		calls.push(call);
		return { call, answer: typeof answer === "string" ? null : answer };
	}

	const ifHeld = ({ isUnsure }: Held): Expectation => (isUnsure ? {} : { refused: "wrong refusal" });
	const use = ({ name }: Held, act: Call["act"], kind: string = act) => ({ act, kind, shown: name });
	const unsafe = ({ credential, csrf }: Held, path: string, json?: unknown): Request => ({
		method: "POST",
		path,
		headers: { ...credential, ...csrf },
		...(json !== undefined && { json }),
	});
	const checkOf = ({ credential }: Held) => ({ path: "/api/auth/session", headers: credential });
	/** Both may be right while the user is perhaps disabled. */
	const byState = (faults: Expectation): Expectation =>
		isDisabled === "perhaps" ? {} : isDisabled ? { accepted: "lost disabling" } : faults;

	/** null when not even a CSRF token could be had. */
	async function tryLogIn({ name, text }: Password, kind: string, faults: Expectation, way: Way = "front") {
		try {
			visit ??= await protocols.sallyport.begin(toFront);
		} catch {
			// No instance was there; the calls on record tell for how long.
			return null;
		}
		const mode = sessions % 2 === 0 ? "cookie" : "token";
		sessions += 1;
		const newSession = `session ${sessions}`;
		const request = protocols.sallyport.login({ username: user, password: text }, mode, visit);
		const { call, answer } = await ask(way, request, { act: "login", kind, shown: name }, byState(faults));
		if (call.outcome === "other") visit = null;
		if (call.outcome === "accepted" && answer !== null)
			held.push({ ...heldFrom(answer, newSession), isUnsure: mayComeLate });
		return call;
	}

	/** The new password holds: what is dead by it. */
	function replacePassword(next: Password, ended: readonly Held[]): Dead[] {
		const fault = "lost password change" as const;
		const dead: Dead[] = [...ended.map((session) => ({ session, fault })), { password, fault }];
		held = held.filter((session) => !ended.includes(session));
		password = { ...next, ifRefused: fault };
		[perhaps, mayComeLate] = [null, false];
		return dead;
	}

	return {
		username: user,
		sessions: () => held,
		isUnsure: () => perhaps !== null,
		logIn: (way: Way = "front") => tryLogIn(password, "login", { refused: password.ifRefused }, way),
		guess: () =>
			tryLogIn({ name: "a guess", text: `guess ${randomUUID()}` }, "wrong password", {
				accepted: "wrong acceptance",
			}),
		/** `faults`: when it ends meanwhile, both are right. */
		async check(session: Held, way: Way = "front", faults = ifHeld(session)): Promise<void> {
			const kind = session.isByCookie ? "check by cookie" : "check by bearer";
			const { call, answer } = await ask(way, checkOf(session), use(session, "check", kind), faults);
			if (call.outcome === "refused") drop(session);
			if (call.outcome === "accepted" && !answer?.body.includes(`"username":"${user}"`))
				call.fault = "wrong acceptance";
		},
		async renew(session: Held): Promise<void> {
			const request = unsafe(session, "/api/auth/renew");
			const { call, answer } = await ask("front", request, use(session, "renewal"), ifHeld(session));
			if (call.outcome === "refused") drop(session);
			else if (call.outcome === "accepted" && answer !== null)
				Object.assign(session, heldFrom(answer, session.name, session));
			// The secret before a renewal holds for a while only.
			else session.isUnsure = true;
		},
		/** Resolves to what is dead by it. */
		async logOut(session: Held): Promise<Dead[]> {
			const { call } = await ask("front", unsafe(session, "/api/auth/logout"), use(session, "logout"), {});
			session.isUnsure = true;
			if (call.outcome !== "accepted" && call.outcome !== "refused") return [];
			drop(session);
			return call.outcome === "accepted" ? [{ session, fault: "lost logout" }] : [];
		},
		async changePassword(session: Held): Promise<Dead[]> {
			passwords += 1;
			const next: Password = { name: `password ${passwords}`, text: `new ${randomUUID()}` };
			const json = { currentPassword: password.text, newPassword: next.text };
			const request = unsafe(session, "/api/auth/password", json);
			const faults = password.ifRefused === undefined ? {} : ifHeld(session);
			const { call, answer } = await ask("front", request, use(session, "password change"), faults);
			if (call.outcome === "refused") drop(session);
			else if (call.outcome === "accepted" && answer !== null) {
				const dead = replacePassword(next, held);
				sessions += 1;
				held = [heldFrom(answer, `session ${sessions}`)];
				return dead;
			} else {
				perhaps = next;
				password.ifRefused = undefined;
				mayComeLate = call.outcome === "broken" || call.from === "front";
				for (const each of held) each.isUnsure = true;
			}
			return [];
		},
		/** Finds out which password holds. */
		async settle(): Promise<Dead[]> {
			const before = [...held];
			for (const candidate of perhaps === null ? [] : [perhaps, password]) {
				const call = await tryLogIn(candidate, "login, one of two", {});
				if (call?.outcome === "refused") continue;
				if (call?.outcome === "accepted" && candidate !== password) return replacePassword(candidate, before);
				if (call?.outcome === "accepted") perhaps = null;
				break;
			}
			return [];
		},
		/** An operator does; resolves to what is dead by it. "perhaps": the command failed. */
		setDisabled(now: boolean | "perhaps"): Dead[] {
			isDisabled = now;
			if (now === false) return [];
			const dead = held.map((session): Dead => ({ session, fault: "lost disabling" }));
			held = [];
			return now === true ? dead : [];
		},
		async probe(dead: Dead, way: Way): Promise<void> {
			const faults = { accepted: dead.fault };
			if ("password" in dead) await tryLogIn(dead.password, "dead password", faults, way);
			else await ask(way, checkOf(dead.session), use(dead.session, "check", "dead session"), faults);
		},
		close: () => toFront.close(),
	};
}
