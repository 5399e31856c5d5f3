import { createHash } from "node:crypto";
import type { TableDescription } from "../../platform/database/describe-tables.ts";
import type { Row } from "./table-store.ts";

export interface TableChecksum {
	name: string;
	rows: number;
	/** SHA-256, base64url, over all rows in the order of their keys; equal rows give equal sums on every database. */
	sha256: string;
}

export interface RunningChecksum {
	add(rows: Row[]): void;
	result(): TableChecksum;
}

/** Hashes one line per row, a JSON array in the order of the columns. Throws for values other than text, number and null. */
export function createChecksum({ name, columns }: TableDescription): RunningChecksum {
	const hash = createHash("sha256");
	let count = 0;
	return {
		add(rows) {
			count += rows.length;
			hash.update(rows.map((row) => `${JSON.stringify(valuesOf(row, columns))}\n`).join(""));
		},
		result: () => ({ name, rows: count, sha256: hash.digest("base64url") }),
	};
}

function valuesOf(row: Row, columns: string[]): unknown[] {
	return columns.map((column) => {
		const value: unknown = row[column];
		if (value === null || typeof value === "string" || Number.isSafeInteger(value)) return value;
		throw new TypeError(`The column ${column} holds ${typeof value}; a copy would not be exact.`);
	});
}

/** Names of the tables that differ. */
export function differences(one: readonly TableChecksum[], other: readonly TableChecksum[]): string[] {
	const text = (list: readonly TableChecksum[], name: string) => {
		const found = list.find((each) => each.name === name);
		return `${found?.rows} ${found?.sha256}`;
	};
	const names = new Set([...one, ...other].map(({ name }) => name));
	return [...names].filter((name) => text(one, name) !== text(other, name));
}
