import { type Call, FIRST_PASSWORD } from "./history.ts";
import { endsOf, type Fault, type Finding, passwordsOf, type UserFacts } from "./user-facts.ts";

/**
 * Compares what was answered with what any order of the calls allows: calls that overlap may have happened in either order,
 * and one without a clear answer may have happened or not.
 */
export function judge(history: readonly Call[]): Finding[] {
	return [...Map.groupBy(history, ({ user }) => user).values()].flatMap(judgeUser);
}

function judgeUser(calls: Call[]): Finding[] {
	const facts: UserFacts = { calls, passwords: passwordsOf(calls), ends: endsOf(calls) };
	// A logout is answered alike whether or not there is a session.
	const uses = calls.filter(({ act }) => act !== "logout" && act !== "disable" && act !== "enable");
	return uses.flatMap((use) => {
		if (use.outcome === "accepted") return wronglyAccepted(use, facts);
		if (use.outcome === "refused") return wronglyRefused(use, facts);
		return [];
	});
}

function wronglyAccepted(use: Call, { calls, passwords, ends }: UserFacts): Finding[] {
	const finding = (fault: Fault, why: string): Finding[] => [{ fault, accepted: true, call: use, why }];
	if (use.isSomebodyElse) return finding("wrong acceptance", "the answer is about somebody else");
	if (use.session !== undefined) {
		const end = ends(use.session).find(({ certainFrom }) => certainFrom <= use.began);
		if (end !== undefined) return finding(end.fault, `${use.session} has ended by a ${end.by.act}`);
	}
	if (use.password !== undefined) {
		const password = passwords.get(use.password);
		if (password === undefined || password.possibleFrom >= use.answered)
			return finding("wrong acceptance", `${use.password} was never set`);
		if (password.replacedFrom <= use.began)
			return finding("lost password change", `${use.password} was replaced`);
	}
	const disabled = calls.find(
		(call) =>
			call.act === "disable" &&
			call.outcome === "accepted" &&
			call.answered <= use.began &&
			!calls.some(({ act, began }) => act === "enable" && began >= call.answered && began <= use.answered),
	);
	return disabled === undefined ? [] : finding("lost disabling", "the user is disabled");
}

function wronglyRefused(use: Call, { calls, passwords, ends }: UserFacts): Finding[] {
	const finding = (fault: Fault, why: string): Finding[] => [{ fault, accepted: false, call: use, why }];
	if (maybeDisabled(use, calls)) return [];
	const password = use.password === undefined ? undefined : passwords.get(use.password);
	if (use.password !== undefined) {
		const isHeld = password !== undefined && password.certainFrom <= use.began;
		if (!isHeld || password.perhapsReplacedFrom < use.answered) return [];
	}
	if (use.session !== undefined) {
		const made = calls.find(({ newSession }) => newSession === use.session);
		if (made?.outcome !== "accepted" || made.answered > use.began) return [];
		if (ends(use.session).some(({ possibleFrom }) => possibleFrom < use.answered)) return [];
		// The secret before a renewal holds for a while only.
		const isRenewed = calls.some(
			(call) =>
				call !== use &&
				call.act === "renewal" &&
				call.credential === use.credential &&
				call.began < use.answered,
		);
		return isRenewed ? [] : finding("wrong refusal", `${use.session} lives`);
	}
	const isOfChange = use.password !== FIRST_PASSWORD;
	return finding(isOfChange ? "lost password change" : "wrong refusal", `${use.password} is right`);
}

function maybeDisabled(use: Call, calls: readonly Call[]): boolean {
	return calls.some(
		(disable) =>
			disable.act === "disable" &&
			disable.began < use.answered &&
			!calls.some(
				(enable) =>
					enable.act === "enable" &&
					enable.outcome === "accepted" &&
					enable.began >= disable.answered &&
					enable.answered <= use.began,
			),
	);
}
