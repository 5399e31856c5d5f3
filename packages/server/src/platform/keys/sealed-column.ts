import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable, Tables } from "../database/tables.ts";
import { PROGRAM } from "../lib/package-root.ts";

/** A column whose values are encrypted under a sealing key. Key rotation re-encrypts exactly those that are declared. */
export type SealedColumn = { [Table in keyof Tables]: SealedColumnOf<Table> }[keyof Tables];

interface SealedColumnOf<Table extends keyof Tables> {
	table: Table;
	column: keyof Tables[Table] & string;
	/** The column that names a row. Each value is bound to that name. */
	key: keyof Tables[Table] & string;
	/** The column that says when a value ends. Without it, none does. */
	ends?: keyof Tables[Table] & string;
	/** The purpose that the values are sealed for. */
	label: string;
	/** A value does not open: an instance sealed it with a key that it did not yet know to be deleted. */
	onUnreadable: (queries: Queryable, record: RecordEvent, row: { id: string; now: number }) => Promise<void>;
	/** An attacker knows the values: ends what they give access to, and returns how many. Without it they are only re-encrypted. */
	onCompromised?: (queries: Queryable, record: RecordEvent, now: number) => Promise<number>;
}

const ofSigningKeys = {
	column: "private_jwk_sealed",
	key: "kid",
	// Without a signing key, tokens are lost.
	async onUnreadable(_queries: Queryable, _record: RecordEvent, { id }: { id: string }): Promise<never> {
		throw new Error(`The signing key ${id} cannot be opened. Run: ${PROGRAM} key rotate --compromised`);
	},
} as const;

export const sealedSigningKeys: readonly SealedColumn[] = [
	{ table: "signing_keys", label: "signing key", ...ofSigningKeys },
	{ table: "oidc_signing_keys", label: "oidc signing key", ...ofSigningKeys },
];
