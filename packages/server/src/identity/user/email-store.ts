import { type Selection, sql } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";

const columns = [
	"id",
	"username",
	"account_kind as kind",
	"role",
	"email",
	"email_verified_at as emailVerifiedAt",
	"locale",
	"disabled_at as disabledAt",
	"password_hash as passwordHash",
	"password_changed_at as passwordChangedAt",
] as const;

/** The recipient of a mail. */
export type Recipient = Selection<Tables, "users", (typeof columns)[number]>;

const findRecipientBy = (column: "id" | "username") =>
	async function findRecipient(queries: Queryable, value: string): Promise<Recipient | null> {
		const found = queries.selectFrom("users").select(columns).where(column, "=", value);
		return (await found.executeTakeFirst()) ?? null;
	};

export const findRecipient = findRecipientBy("id");
export const findRecipientByUsername = findRecipientBy("username");

/** The users who proved that this address is theirs, upper and lower case alike. Not unique. */
export function listRecipientsAt(queries: Queryable, email: string): Promise<Recipient[]> {
	return queries
		.selectFrom("users")
		.select(columns)
		.where(sql<boolean>`lower("email") = ${email.toLowerCase()}`)
		.where("email", "is not", null)
		.where("email_verified_at", "is not", null)
		.orderBy("username")
		.execute();
}

/** Admins who may log in and have a verified address. */
export function listAdminRecipients(queries: Queryable): Promise<Recipient[]> {
	return queries
		.selectFrom("users")
		.select(columns)
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.where("email_verified_at", "is not", null)
		.execute();
}

/** Notes that the user has proven the address, if it is still theirs. */
export async function verifyEmail(
	queries: Queryable,
	{ userId, email, now }: { userId: string; email: string; now: number },
): Promise<void> {
	await queries
		.updateTable("users")
		.set(({ eb, val }) => ({
			email_verified_at: now,
			email_refused: null,
			version: eb("version", "+", val(1)),
		}))
		.where("id", "=", userId)
		.where("email", "=", email)
		.where("email_verified_at", "is", null)
		.execute();
}

/** Notes that the mail server does not know the address. Mail is still sent there, because servers are wrong at times. */
export async function noteRefusedEmail(
	queries: Queryable,
	{ userId, email }: { userId: string; email: string },
): Promise<void> {
	await queries
		.updateTable("users")
		.set({ email_refused: email })
		.where("id", "=", userId)
		.where("email", "=", email)
		.execute();
}

/** Whether the mail server has refused the current address. */
export async function isEmailRefused(queries: Queryable, userId: string): Promise<boolean> {
	const found = queries
		.selectFrom("users")
		.select("id")
		.where("id", "=", userId)
		.whereRef("email_refused", "=", "email");
	return (await found.executeTakeFirst()) !== undefined;
}
