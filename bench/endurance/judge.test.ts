import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Call } from "./history.ts";
import { judge } from "./judge.ts";

const first = "password 0";

function call(at: [began: number, answered: number], about: Partial<Call>): Call {
	const [began, answered] = at;
	const act = about.act ?? "check";
	return { act, kind: act, user: "ada", way: "front", outcome: "accepted", began, answered, ...about };
}

const login = call([1, 2], { act: "login", password: first, newSession: "s1" });
const change: Partial<Call> = {
	act: "password change",
	session: "s1",
	password: first,
	newPassword: "password 1",
	newSession: "s2",
};
const use = (began: number, outcome: Call["outcome"], about: Partial<Call> = {}) =>
	call([began, began + 1], { session: "s1", credential: "s1.0", outcome, ...about });
const withPassword = (began: number, password: string, outcome: Call["outcome"]) =>
	call([began, began + 1], { act: "login", password, outcome });

const violating: Array<{ name: string; history: Call[]; fault: string }> = [
	{
		name: "a session is accepted after its logout",
		history: [login, call([3, 4], { act: "logout", session: "s1" }), use(5, "accepted")],
		fault: "lost logout",
	},
	{
		name: "an old password opens after its change",
		history: [login, call([3, 4], change), withPassword(5, first, "accepted")],
		fault: "lost password change",
	},
	{
		name: "an older session lives on after a password change",
		history: [login, call([3, 4], change), use(5, "accepted")],
		fault: "lost password change",
	},
	{
		name: "the new password is refused",
		history: [login, call([3, 4], change), withPassword(5, "password 1", "refused")],
		fault: "lost password change",
	},
	{
		name: "a change that was not acknowledged is seen, and then undone",
		history: [
			login,
			call([3, 4], { ...change, outcome: "unavailable" }),
			withPassword(5, "password 1", "accepted"),
			withPassword(7, first, "accepted"),
		],
		fault: "lost password change",
	},
	{
		name: "a disabled user's session is accepted",
		history: [login, call([3, 4], { act: "disable" }), use(5, "accepted")],
		fault: "lost disabling",
	},
	{
		name: "a disabled user logs in",
		history: [login, call([3, 4], { act: "disable" }), withPassword(5, first, "accepted")],
		fault: "lost disabling",
	},
	{
		name: "a session that was ended by disabling lives again",
		history: [login, call([3, 4], { act: "disable" }), call([5, 6], { act: "enable" }), use(7, "accepted")],
		fault: "lost disabling",
	},
	{
		name: "a wrong password opens",
		history: [withPassword(1, "a guess", "accepted")],
		fault: "wrong acceptance",
	},
	{
		name: "a session is taken for somebody else's",
		history: [login, use(3, "accepted", { isSomebodyElse: true })],
		fault: "wrong acceptance",
	},
	{ name: "a live session is refused", history: [login, use(3, "refused")], fault: "wrong refusal" },
	{
		name: "the right password is refused",
		history: [login, withPassword(3, first, "refused")],
		fault: "wrong refusal",
	},
];

const possible: Array<{ name: string; history: Call[] }> = [
	{
		name: "a use overlaps the logout, either way",
		history: [login, call([3, 9], { act: "logout", session: "s1" }), use(4, "accepted"), use(6, "refused")],
	},
	{
		name: "a logout without an answer has happened, or has not",
		history: [
			login,
			call([3, 4], { act: "logout", session: "s1", outcome: "unavailable" }),
			use(5, "accepted"),
			use(7, "refused"),
		],
	},
	{
		name: "a change without an answer has happened",
		history: [
			login,
			call([3, 4], { ...change, outcome: "unavailable" }),
			withPassword(5, first, "refused"),
			withPassword(7, "password 1", "accepted"),
			use(9, "refused"),
		],
	},
	{
		name: "the secret before a renewal is refused",
		history: [login, use(3, "accepted", { act: "renewal" }), use(5, "refused")],
	},
	{
		name: "a disabled user is refused, and enabled again",
		history: [
			login,
			call([3, 4], { act: "disable" }),
			use(5, "refused"),
			withPassword(7, first, "refused"),
			call([9, 10], { act: "enable" }),
			withPassword(11, first, "accepted"),
			use(13, "refused"),
		],
	},
	{
		name: "other users are other users",
		history: [login, call([3, 4], { act: "disable", user: "ben" }), use(5, "accepted")],
	},
];

describe("the judge of a history", () => {
	for (const { name, history, fault } of violating) {
		it(`finds that ${name}`, () => {
			const found = judge(history);
			assert.deepEqual(
				found.map((finding) => finding.fault),
				[fault],
			);
			assert.equal(found[0]?.call, history.at(-1));
		});
	}
	for (const { name, history } of possible) {
		it(`has nothing against it: ${name}`, () => {
			assert.deepEqual(judge(history), []);
		});
	}
});
