import { listOpenSetupLinks } from "../../features/setup/setup-link-store.ts";
import { listUsers, userState } from "../../identity/user/user-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Check, ok, warning } from "./check.ts";

/** Whether there is an active admin. */
export async function checkUsers(queries: Queryable, clock: Clock): Promise<Check[]> {
	const users = await listUsers(queries);
	const admins = users.filter((user) => user.role === "admin");
	const active = admins.filter((user) => userState(user) === "active").length;
	const fact = `${users.length} in all, ${active} active admin${active === 1 ? "" : "s"}`;
	if (active > 0) return [ok("users", fact)];
	const open = await listOpenSetupLinks(queries, clock());
	const invited = admins.find((user) => userState(user) === "invited");
	if (invited === undefined) {
		return [warning("users", fact, "sallyport user add NAME --role admin makes one.")];
	}
	const link = open.some(({ userId }) => userId === invited.id) ? "is open" : "has expired";
	return [
		warning(
			"users",
			`${fact}; ${invited.username} is invited and the setup link ${link}`,
			"sallyport setup-link prints a link that works.",
		),
	];
}
