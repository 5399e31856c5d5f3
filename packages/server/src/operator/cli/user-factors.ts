import { timestamp } from "../../platform/lib/timestamp.ts";
import { columns, moment, table } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { withDeployment } from "./with-deployment.ts";

export const userFactors = defineCommand({
	summary: "List the second factors of a user.",
	usage:
		"sallyport user factors NAME\n\nLists the second factors of a user with kind, name and last use; whether two-step login is on, and how many recovery codes are left.",
	takes: ["NAME"],
	run: ({ names: [name = ""] }) =>
		withDeployment(async ({ users }) => {
			const { user, factors: found, recoveryCodes: codes } = await users.factors(name);
			const { username, secondFactorAt } = user;
			const factors = found.map((factor) => ({
				id: factor.id,
				kind: factor.kind,
				name: factor.name,
				createdAt: timestamp(factor.createdAt),
				lastUsedAt: timestamp(factor.lastUsedAt),
			}));
			const shown = { KIND: "kind", NAME: "name", ADDED: "createdAt", "LAST USED": "lastUsedAt" } as const;
			const facts = columns([
				["two-step login", secondFactorAt === null ? "off" : `on since ${moment(secondFactorAt)}`],
				["recovery codes", codes === null ? "none" : `${codes.left} left, made ${moment(codes.createdAt)}`],
			]);
			return {
				document: {
					username,
					secondFactorAt: timestamp(secondFactorAt),
					factors,
					recoveryCodes: codes === null ? null : { left: codes.left, createdAt: timestamp(codes.createdAt) },
				},
				text: `${facts}\n\n${table(factors, shown, `${username} has no second factor.`)}`,
			};
		}),
});
