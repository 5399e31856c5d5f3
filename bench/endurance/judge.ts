import { endsOf, type Fault, passwordsOf } from "./facts.ts";
import { type Call, FIRST_PASSWORD } from "./history.ts";

export interface Finding {
	fault: Fault;
	/** Whether something was accepted that must not be. */
	accepted: boolean;
	call: Call;
	why: string;
}

interface Facts {
	calls: readonly Call[];
	passwords: ReturnType<typeof passwordsOf>;
	ends: ReturnType<typeof endsOf>;
}

type Wrong = [fault: Fault, why: string] | null;

/**
 * Compares what was answered with what any order of the calls allows: calls that overlap may have happened in either order,
 * and one without a clear answer may have happened or not.
 */
export function judge(history: readonly Call[]): Finding[] {
	return [...Map.groupBy(history, ({ user }) => user).values()].flatMap((calls) => {
		const facts: Facts = { calls, passwords: passwordsOf(calls), ends: endsOf(calls) };
		return calls.flatMap((call): Finding[] => {
			// A logout is answered alike whether or not there is a session.
			if (["logout", "disable", "enable"].includes(call.act)) return [];
			const accepted = call.outcome === "accepted";
			if (!accepted && call.outcome !== "refused") return [];
			const wrong = accepted ? wronglyAccepted(call, facts) : wronglyRefused(call, facts);
			return wrong === null ? [] : [{ fault: wrong[0], accepted, call, why: wrong[1] }];
		});
	});
}

function wronglyAccepted(use: Call, { calls, passwords, ends }: Facts): Wrong {
	if (use.isSomebodyElse) return ["wrong acceptance", "the answer is about another user"];
	if (use.session !== undefined) {
		const end = ends(use.session).find(({ certainFrom }) => certainFrom <= use.began);
		if (end !== undefined) return [end.fault, `${use.session} has ended by a ${end.by.act}`];
	}
	if (use.password !== undefined) {
		const password = passwords.get(use.password);
		if (password === undefined || password.possibleFrom >= use.answered)
			return ["wrong acceptance", `${use.password} was never set`];
		if (password.replacedFrom <= use.began) return ["lost password change", `${use.password} was replaced`];
	}
	const mayBeEnabled = (disable: Call) =>
		calls.some(({ act, began }) => act === "enable" && began >= disable.answered && began <= use.answered);
	const disabled = calls.some(
		(call) =>
			call.act === "disable" &&
			call.outcome === "accepted" &&
			call.answered <= use.began &&
			!mayBeEnabled(call),
	);
	return disabled ? ["lost disabling", "the user is disabled"] : null;
}

function wronglyRefused(use: Call, { calls, passwords, ends }: Facts): Wrong {
	if (mayBeDisabled(use, calls)) return null;
	if (use.password !== undefined) {
		const password = passwords.get(use.password);
		const isHeld = password !== undefined && password.certainFrom <= use.began;
		if (!isHeld || password.perhapsReplacedFrom < use.answered) return null;
	}
	if (use.session !== undefined) {
		const made = calls.find(({ newSession }) => newSession === use.session);
		if (made?.outcome !== "accepted" || made.answered > use.began) return null;
		if (ends(use.session).some(({ possibleFrom }) => possibleFrom < use.answered)) return null;
		// The secret before a renewal holds for a while only.
		const isRenewal = (call: Call) =>
			call !== use && call.act === "renewal" && call.credential === use.credential;
		const isRenewed = calls.some((call) => isRenewal(call) && call.began < use.answered);
		return isRenewed ? null : ["wrong refusal", `${use.session} lives`];
	}
	const fault = use.password === FIRST_PASSWORD ? "wrong refusal" : "lost password change";
	return [fault, `${use.password} is right`];
}

function mayBeDisabled(use: Call, calls: readonly Call[]): boolean {
	const isEnabled = (disable: Call) =>
		calls.some(
			({ act, outcome, began, answered }) =>
				act === "enable" && outcome === "accepted" && began >= disable.answered && answered <= use.began,
		);
	return calls.some((call) => call.act === "disable" && call.began < use.answered && !isEnabled(call));
}
