/** What the calls about one user prove: from which moment a password or the end of a session is possible, and certain. */
import { type Call, FIRST_PASSWORD } from "./history.ts";

export type Fault =
	| "wrong acceptance"
	| "lost logout"
	| "lost password change"
	| "lost disabling"
	| "wrong refusal";

interface Password {
	possibleFrom: number;
	certainFrom: number;
	perhapsReplacedFrom: number;
	/** For certain. */
	replacedFrom: number;
}

interface End {
	by: Call;
	fault: Fault;
	possibleFrom: number;
	certainFrom: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** When a change is known to have happened: it was acknowledged, or its new password has opened something. */
function certainFrom(change: Call, calls: readonly Call[]): number {
	const uses = calls.filter((call) => call.outcome === "accepted" && call.password === change.newPassword);
	const acknowledged = change.outcome === "accepted" ? change.answered : NEVER;
	return Math.min(acknowledged, ...uses.map(({ answered }) => answered));
}

const changesOf = (calls: readonly Call[]) =>
	calls.filter(({ act, outcome }) => act === "password change" && outcome !== "refused");

/** Passwords are never taken twice. */
export function passwordsOf(calls: readonly Call[]): ReadonlyMap<string, Password> {
	const passwords = new Map<string, Password>();
	const add = (name: string, possible: number, certain: number) => {
		const replaced = { perhapsReplacedFrom: NEVER, replacedFrom: NEVER };
		passwords.set(name, { possibleFrom: possible, certainFrom: certain, ...replaced });
	};
	add(FIRST_PASSWORD, -NEVER, -NEVER);
	for (const change of changesOf(calls)) {
		const certain = certainFrom(change, calls);
		const old = passwords.get(change.password ?? "");
		if (old !== undefined) {
			old.perhapsReplacedFrom = Math.min(old.perhapsReplacedFrom, change.began);
			old.replacedFrom = Math.min(old.replacedFrom, certain);
		}
		add(change.newPassword ?? "", change.began, certain);
	}
	return passwords;
}

/** The ends that each session may have met. */
export function endsOf(calls: readonly Call[]): (session: string) => readonly End[] {
	const ends = (of: readonly Call[], fault: Fault, certain: (by: Call) => number) =>
		of.map((by): End => ({ by, fault, possibleFrom: by.began, certainFrom: certain(by) }));
	const acknowledged = (act: Call["act"], fault: Fault) =>
		ends(
			calls.filter((call) => call.act === act),
			fault,
			({ outcome, answered }) => (outcome === "accepted" ? answered : NEVER),
		);
	const logouts = acknowledged("logout", "lost logout");
	const changes = ends(changesOf(calls), "lost password change", (by) => certainFrom(by, calls));
	const ofAllSessions = [...changes, ...acknowledged("disable", "lost disabling")];
	return (session) => {
		const made = calls.find(({ newSession }) => newSession === session);
		// An end that was over before the session was begun does not touch it; one without an answer may come late.
		const touches = ({ by }: End) =>
			by !== made && (by.answered > (made?.began ?? 0) || by.outcome === "broken" || by.from === "front");
		const isAfter = ({ by }: End) => (made?.answered ?? NEVER) <= by.began;
		return [
			...logouts.filter(({ by }) => by.session === session),
			...ofAllSessions.filter(touches).map((end) => (isAfter(end) ? end : { ...end, certainFrom: NEVER })),
		];
	};
}
