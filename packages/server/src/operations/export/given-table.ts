import type { Tables } from "../../platform/database/tables.ts";
import type { Given, Withheld } from "./column.ts";

/** Rows that are read one after the other. */
export interface Part<Column extends string = string> {
	/** Of every two rows, one comes first. Where a user may have many rows, an index has them in this order. */
	order: readonly Column[];
	/** Only those that have none of it, or have one. */
	only?: readonly [Column, "is null" | "is not null"];
}

/** Rows of a user that an export gives. */
export interface GivenTable<Name extends keyof Tables = keyof Tables> {
	/** Of the export. */
	member: string;
	/** Which rows, for people. */
	what: string;
	/** How long they stay. */
	kept: string;
	/** The column that names their user: `user_id` unless given. */
	userColumn?: keyof Tables[Name] & string;
	parts: ReadonlyArray<Part<keyof Tables[Name] & string>>;
	columns: { [Column in keyof Tables[Name]]: Given | Withheld };
}
