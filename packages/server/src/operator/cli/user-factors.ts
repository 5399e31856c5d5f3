import { columns, moment, table } from "./columns.ts";
import { defineCommand } from "./define-command.ts";

export const userFactors = defineCommand({
	summary: "List the second factors of a user.",
	usage:
		"sallyport user factors NAME\n\nLists the second factors of a user with kind, name and last use; whether two-step login is on, and how many recovery codes are left.",
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, names: [name = ""] }) =>
		reach(async ({ users }) => {
			const { user, factors, recoveryCodes } = await users.factors(name);
			const { username, secondFactorAt } = user;
			const shown = { KIND: "kind", NAME: "name", ADDED: "createdAt", "LAST USED": "lastUsedAt" } as const;
			const rows = factors.map((each) => ({
				...each,
				kind: each.kind === "totp" ? "authenticator app" : each.kind,
			}));
			const codes = recoveryCodes && `${recoveryCodes.left} left, made ${moment(recoveryCodes.createdAt)}`;
			const facts = columns([
				["two-step login", secondFactorAt === null ? "off" : `on since ${moment(secondFactorAt)}`],
				["recovery codes", codes ?? "none"],
			]);
			return {
				document: { username, secondFactorAt, factors, recoveryCodes },
				text: `${facts}\n\n${table(rows, shown, `${username} has no second factor.`)}`,
			};
		}),
});
