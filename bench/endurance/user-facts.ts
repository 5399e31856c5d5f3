/** What the calls about one user prove: from which moment a password or the end of a session is possible, and certain. */
import { type Call, FIRST_PASSWORD } from "./history.ts";

export type Fault =
	| "wrong acceptance"
	| "lost logout"
	| "lost password change"
	| "lost disabling"
	| "wrong refusal";

export interface Finding {
	fault: Fault;
	/** Whether something was accepted that must not be. */
	accepted: boolean;
	call: Call;
	why: string;
}

interface Password {
	possibleFrom: number;
	certainFrom: number;
	perhapsReplacedFrom: number;
	/** For certain. */
	replacedFrom: number;
}

export interface End {
	by: Call;
	fault: Fault;
	possibleFrom: number;
	certainFrom: number;
}

export interface UserFacts {
	calls: readonly Call[];
	passwords: ReadonlyMap<string, Password>;
	ends: (session: string) => readonly End[];
}

/** When a change is known to have happened: it was acknowledged, or its new password has opened something. */
function certainFrom(change: Call, calls: readonly Call[]): number {
	const uses = calls.filter(
		({ password, outcome }) => outcome === "accepted" && password === change.newPassword,
	);
	const acknowledged = change.outcome === "accepted" ? [change.answered] : [];
	return Math.min(...acknowledged, ...uses.map(({ answered }) => answered));
}

const changesOf = (calls: readonly Call[]) =>
	calls.filter(({ act, outcome }) => act === "password change" && outcome !== "refused");

/** Passwords are never taken twice. */
export function passwordsOf(calls: readonly Call[]): Map<string, Password> {
	const passwords = new Map<string, Password>();
	const add = (name: string, possible: number, certain: number) =>
		passwords.set(name, {
			possibleFrom: possible,
			certainFrom: certain,
			perhapsReplacedFrom: Number.POSITIVE_INFINITY,
			replacedFrom: Number.POSITIVE_INFINITY,
		});
	add(FIRST_PASSWORD, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
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

export function endsOf(calls: readonly Call[]): UserFacts["ends"] {
	const changes = changesOf(calls).map(
		(by): End => ({
			by,
			fault: "lost password change",
			possibleFrom: by.began,
			certainFrom: certainFrom(by, calls),
		}),
	);
	const acknowledged = (act: Call["act"], fault: Fault) =>
		calls
			.filter((call) => call.act === act)
			.map(
				(by): End => ({
					by,
					fault,
					possibleFrom: by.began,
					certainFrom: by.outcome === "accepted" ? by.answered : Number.POSITIVE_INFINITY,
				}),
			);
	const logouts = acknowledged("logout", "lost logout");
	const everybody = [...changes, ...acknowledged("disable", "lost disabling")];
	return (session) => {
		const made = calls.find(({ newSession }) => newSession === session);
		const madeBy = made?.answered ?? Number.POSITIVE_INFINITY;
		return [
			...logouts.filter(({ by }) => by.session === session),
			...everybody
				.filter(({ by }) => by !== made)
				// What was over before the session was begun does not touch it; one without an answer may come late.
				.filter(
					({ by }) => by.answered > (made?.began ?? 0) || by.outcome === "broken" || by.from === "front",
				)
				.map((end) => (madeBy <= end.by.began ? end : { ...end, certainFrom: Number.POSITIVE_INFINITY })),
		];
	};
}
