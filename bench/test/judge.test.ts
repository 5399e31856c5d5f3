import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Call, FIRST_PASSWORD } from "../endurance/history.ts";
import { judge } from "../endurance/judge.ts";

function call(began: number, answered: number, about: Partial<Call>): Call {
	const act = about.act ?? "check";
	return { act, kind: act, user: "ada", way: "front", outcome: "accepted", began, answered, ...about };
}

const login = call(1, 2, { act: "login", password: FIRST_PASSWORD, newSession: "s1" });
const logout = (began: number, answered: number, about: Partial<Call> = {}) =>
	call(began, answered, { act: "logout", session: "s1", ...about });
const change = (about: Partial<Call> = {}) => {
	const passwords = { password: FIRST_PASSWORD, newPassword: "password 1" };
	return call(3, 4, { act: "password change", session: "s1", newSession: "s2", ...passwords, ...about });
};
const disable = call(3, 4, { act: "disable" });
const enable = (began: number) => call(began, began + 1, { act: "enable" });
const use = (began: number, outcome: Call["outcome"], about: Partial<Call> = {}) =>
	call(began, began + 1, { session: "s1", credential: "s1.0", outcome, ...about });
const withPassword = (began: number, password: string, outcome: Call["outcome"]) =>
	call(began, began + 1, { act: "login", password, outcome });

const violating: Record<string, [fault: string, ...history: Call[]]> = {
	"a session is accepted after its logout": ["lost logout", login, logout(3, 4), use(5, "accepted")],
	"an old password opens after its change": [
		...(["lost password change", login, change()] as const),
		withPassword(5, FIRST_PASSWORD, "accepted"),
	],
	"an older session lives on after a password change": [
		...(["lost password change", login, change()] as const),
		use(5, "accepted"),
	],
	"the new password is refused": [
		...(["lost password change", login, change()] as const),
		withPassword(5, "password 1", "refused"),
	],
	"a change that was not acknowledged is seen, and then undone": [
		...(["lost password change", login, change({ outcome: "unavailable" })] as const),
		withPassword(5, "password 1", "accepted"),
		withPassword(7, FIRST_PASSWORD, "accepted"),
	],
	"a disabled user's session is accepted": ["lost disabling", login, disable, use(5, "accepted")],
	"a disabled user logs in": [
		...(["lost disabling", login, disable] as const),
		withPassword(5, FIRST_PASSWORD, "accepted"),
	],
	"a session that was ended by disabling lives again": [
		...(["lost disabling", login, disable] as const),
		...[enable(5), use(7, "accepted")],
	],
	"a wrong password opens": ["wrong acceptance", withPassword(1, "a guess", "accepted")],
	"a session is taken for another user's": [
		...(["wrong acceptance", login] as const),
		use(3, "accepted", { isSomebodyElse: true }),
	],
	"a live session is refused": ["wrong refusal", login, use(3, "refused")],
	"the right password is refused": ["wrong refusal", login, withPassword(3, FIRST_PASSWORD, "refused")],
};

const possible: Record<string, Call[]> = {
	"a use overlaps the logout, either way": [login, logout(3, 9), use(4, "accepted"), use(6, "refused")],
	"a logout without an answer has happened, or has not": [
		...[login, logout(3, 4, { outcome: "unavailable" })],
		...[use(5, "accepted"), use(7, "refused")],
	],
	"a change without an answer has happened": [
		...[login, change({ outcome: "unavailable" })],
		withPassword(5, FIRST_PASSWORD, "refused"),
		...[withPassword(7, "password 1", "accepted"), use(9, "refused")],
	],
	"the secret before a renewal is refused": [
		login,
		use(3, "accepted", { act: "renewal" }),
		use(5, "refused"),
	],
	"a disabled user is refused, and enabled again": [
		...[login, disable, use(5, "refused"), withPassword(7, FIRST_PASSWORD, "refused")],
		...[enable(9), withPassword(11, FIRST_PASSWORD, "accepted"), use(13, "refused")],
	],
	"other users are other users": [login, { ...disable, user: "ben" }, use(5, "accepted")],
};

describe("the judge of a history", () => {
	for (const [name, [fault, ...history]] of Object.entries(violating)) {
		it(`finds that ${name}`, () => {
			const found = judge(history);
			assert.deepEqual(
				found.map((finding) => finding.fault),
				[fault],
			);
			assert.equal(found[0]?.call, history.at(-1));
		});
	}
	for (const [name, history] of Object.entries(possible)) {
		it(`has nothing against it: ${name}`, () => {
			assert.deepEqual(judge(history), []);
		});
	}
});
