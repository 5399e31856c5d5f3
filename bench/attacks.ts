/**
 * What clients do to all others that send hundreds of requests at once, or never read a response: how long a check of a
 * cookie and /healthz take meanwhile, and what the service holds then and a minute later.
 *
 *   node bench/attacks.ts [--tree ../other-checkout] [--only unread] [--seconds 45] [--recovery 60]
 *
 * The kernel of a loopback device takes megabytes of unread data. With the packets of a network it is as elsewhere:
 *
 *   unshare -n sh -c 'ip link set lo mtu 1500 up; node bench/attacks.ts'
 */
import { join, resolve } from "node:path";
import { type AttackFigures, type AttackPlan, measureAttack } from "./attacks/measure-attack.ts";
import { readOptions } from "./lib/read-options.ts";
import { alignedTable } from "./lib/table.ts";

const plans: AttackPlan[] = [
	{ name: "100 connections × 800 logins", connections: 100, times: 800, sends: "login", reads: true },
	{
		name: "the same without a CSRF token",
		connections: 100,
		times: 800,
		sends: "login without a token",
		reads: true,
	},
	{ name: "200 connections × 800 logins", connections: 200, times: 800, sends: "login", reads: true },
	{ name: "100 connections × 1 login", connections: 100, times: 1, sends: "login", reads: true },
	{ name: "500 unread × 16 /openapi.json", connections: 500, times: 16, sends: "openapi", reads: false },
];

export function reportAttacks(figures: AttackFigures[]): string {
	const rows = figures.flatMap(({ name, ...moments }) => [
		[name],
		...(["before", "during", "after"] as const).map((moment) => {
			const { check, health, processor, resident, descriptors } = moments[moment];
			return [
				`  ${moment}`,
				...[check, health, processor, resident].map((value) => value.toFixed(0)),
				String(descriptors),
			];
		}),
	]);
	return alignedTable([
		["", "p99 check ms", "p99 healthz ms", "processor ms", "resident MB", "descriptors"],
		...rows,
	]);
}

if (import.meta.main) {
	const { tree, only, seconds, recovery } = readOptions({
		/** Another checkout, installed and built. */
		tree: { type: "string" },
		/** Of the attacks, those whose name has this in it. */
		only: { type: "string", default: "" },
		/** Of each attack. */
		seconds: { type: "string", default: "45" },
		recovery: { type: "string", default: "60" },
	});
	const program =
		tree === undefined ? {} : { program: join(resolve(tree), "packages/server/bin/sallyport.mjs") };
	const times = { quiet: 3000, attack: 1000 * Number(seconds), recovery: 1000 * Number(recovery) };
	const figures: AttackFigures[] = [];
	for (const plan of plans.filter(({ name }) => name.includes(only)))
		figures.push(await measureAttack(plan, { ...program, ...times }));
	console.log(reportAttacks(figures));
}
