/**
 * What `@sallyport/verify` costs an API: verifications per second, a protected route beside an open one, and the status list of
 * a million sessions.
 *
 *   node bench/verify.ts [rounds]
 */
import { median, medianAndRange } from "./lib/median.ts";
import { alignedTable } from "./lib/table.ts";
import { startIssuer } from "./verify/issuer.ts";
import { measureLists } from "./verify/measure-lists.ts";
import { measureRoutes } from "./verify/measure-routes.ts";
import { measureVerifications } from "./verify/measure-verifications.ts";

export async function measureVerify(settings: { rounds: number; milliseconds: number }): Promise<string> {
	const issuer = await startIssuer();
	try {
		const { warm, cold, bare } = await measureVerifications(issuer, settings);
		const routes = await measureRoutes(issuer, settings);
		const lists = await measureLists(issuer, settings.rounds);
		const ratio = (ones: number[], others: number[]) =>
			`${Math.round((median(ones) / median(others)) * 100)} %`;
		const rates = [
			["per second, median (least–most)", "", "ratio"],
			["token seen before", medianAndRange(warm), ""],
			["token not seen before", medianAndRange(cold), ratio(cold, bare)],
			["jose's jwtVerify alone", medianAndRange(bare), ""],
			["protected route of Fastify", medianAndRange(routes.protected), ratio(routes.protected, routes.open)],
			["the same, unprotected", medianAndRange(routes.open), ""],
		];
		const rows = lists.map(({ revoked, size, build, fetch, unchanged }) => [
			`${revoked} of 1000000 revoked`,
			...[size, build, fetch, unchanged].map((figure) => figure.toFixed(1)),
		]);
		const table = [["status list, median", "kB", "build, ms", "fetch, ms", "unchanged, ms"], ...rows];
		return `${alignedTable(rates)}\n\n${alignedTable(table)}`;
	} finally {
		await issuer.stop();
	}
}

if (import.meta.main) {
	console.log(await measureVerify({ rounds: Number(process.argv[2] ?? 7), milliseconds: 1000 }));
}
