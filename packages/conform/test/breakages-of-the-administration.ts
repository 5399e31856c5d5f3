import {
	at,
	type Breakage,
	breaks,
	editMembers,
	failWith,
	status,
	succeed,
	type When,
	withHeader,
	without,
} from "./breakages.ts";

const USERS = "GET /api/admin/users";
const asked =
	(text: string): When =>
	({ call }) =>
		call.path.includes(text);
const everybody = succeed({ users: [], next: null });

/** An admin logs in only over TLS, and under a prefix. */
const ofAdmins: Breakage[] = [
	breaks(
		"administration.list",
		asked("users?limit="),
		editMembers((members) => {
			delete members.next;
		}),
	),
	breaks("administration.filters", asked("users?usernam="), everybody),
	breaks("administration.cursor", asked("users?cursor="), everybody),
];

export const breakagesOfTheAdministration: Breakage[] = [
	breaks("administration.nobody", at(USERS, without("cookie"), status(401)), failWith("invalid_token")),
	breaks("administration.token", at(USERS, withHeader("authorization")), everybody),
	breaks("administration.write-guard", at("POST /api/admin/users", status(403)), succeed()),
	...ofAdmins.map((each) => ({ ...each, https: true as const })),
];
