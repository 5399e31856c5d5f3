import { readOptions } from "../lib/read-options.ts";
import { peers } from "../subjects/peers.ts";
import { sallyportOnPostgres, sallyportOnSqlite } from "../subjects/sallyport.ts";
import type { Subject } from "../subjects/subject.ts";
import type { Pace } from "./stage.ts";

export const allSubjects: readonly Subject[] = [sallyportOnSqlite, sallyportOnPostgres, ...peers];

export interface CompareOptions {
	subjects: Subject[];
	pace: Pace;
	connections: number;
}

/** --rounds 3 --seconds 2 --only sallyport-sqlite,express --connections 200 (of the flood) */
export function readCompareOptions(): CompareOptions {
	const values = readOptions({
		rounds: { type: "string", default: "3" },
		/** Of each measurement; whole ones. */
		seconds: { type: "string", default: "2" },
		only: { type: "string", default: "" },
		connections: { type: "string", default: "200" },
	});
	const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number);
	for (const number of [rounds, seconds, connections])
		if (!Number.isInteger(number) || Number(number) < 1)
			throw new Error("--rounds, --seconds and --connections are whole numbers from 1.");
	const only = values.only === "" ? null : values.only.split(",");
	const unknown = only?.find((name) => !allSubjects.some((subject) => subject.name === name));
	if (unknown !== undefined)
		throw new Error(
			`There is no subject ${unknown}, only: ${allSubjects.map(({ name }) => name).join(", ")}.`,
		);
	return {
		subjects: allSubjects.filter(({ name }) => only?.includes(name) ?? true),
		pace: { rounds: rounds ?? 1, seconds: seconds ?? 1, warmUp: true },
		connections: connections ?? 1,
	};
}
