import { type ColumnDataType, type CreateTableBuilder, sql, type Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";

/** The first tables. Never changed once released; changes are later migrations. */
export async function up(database: Transaction<Tables>, dialect: Dialect): Promise<void> {
	const { schema } = database;
	/** Milliseconds and counts: "integer" is the only name in STRICT tables of SQLite, but has 32 bits in PostgreSQL. */
	const integer: ColumnDataType = dialect === "sqlite" ? "integer" : "bigint";
	const create = async <T extends string, C extends string>(table: CreateTableBuilder<T, C>) => {
		await (dialect === "sqlite" ? table.modifyEnd(sql`strict`) : table).execute();
	};

	await create(
		schema
			.createTable("users")
			.addColumn("id", "text", (column) => column.primaryKey().notNull())
			.addColumn("username", "text", (column) => column.notNull())
			.addColumn("display_name", "text", (column) => column.notNull())
			.addColumn("role", "text", (column) => column.notNull())
			.addColumn("password_hash", "text")
			.addColumn("password_changed_at", integer)
			.addColumn("created_at", integer, (column) => column.notNull())
			.addColumn("last_login_at", integer)
			.addColumn("disabled_at", integer)
			.addCheckConstraint("users_role_known", sql`role in ('user', 'admin')`),
	);
	await schema.createIndex("users_username").on("users").column("username").unique().execute();

	await create(
		schema
			.createTable("sessions")
			.addColumn("id", "text", (column) => column.primaryKey().notNull())
			.addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("csrf_reference", "text", (column) => column.notNull())
			.addColumn("secret_hash", "text")
			.addColumn("previous_secret_hash", "text")
			.addColumn("previous_secret_until", integer)
			.addColumn("created_at", integer, (column) => column.notNull())
			.addColumn("authenticated_at", integer, (column) => column.notNull())
			.addColumn("last_seen_at", integer, (column) => column.notNull())
			.addColumn("expires_at", integer, (column) => column.notNull())
			.addColumn("idle_expires_at", integer, (column) => column.notNull())
			.addColumn("ended_at", integer)
			.addColumn("end_reason", "text")
			.addColumn("client_address", "text")
			.addColumn("user_agent", "text")
			.addCheckConstraint("sessions_kind_known", sql`kind in ('token', 'cookie')`)
			.addCheckConstraint("sessions_end_has_reason", sql`(ended_at is null) = (end_reason is null)`),
	);
	await schema.createIndex("sessions_secret_hash").on("sessions").column("secret_hash").unique().execute();
	await schema
		.createIndex("sessions_csrf_reference")
		.on("sessions")
		.column("csrf_reference")
		.unique()
		.execute();
	await schema
		.createIndex("sessions_previous_secret_hash")
		.on("sessions")
		.column("previous_secret_hash")
		.execute();
	await schema.createIndex("sessions_user_id").on("sessions").column("user_id").execute();
	await schema.createIndex("sessions_ended_at").on("sessions").column("ended_at").execute();
	await schema.createIndex("sessions_expires_at").on("sessions").column("expires_at").execute();

	await create(
		schema
			.createTable("setup_links")
			.addColumn("id", "text", (column) => column.primaryKey().notNull())
			.addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
			.addColumn("token_hash", "text", (column) => column.notNull())
			.addColumn("token_sealed", "text", (column) => column.notNull())
			.addColumn("created_at", integer, (column) => column.notNull())
			.addColumn("expires_at", integer, (column) => column.notNull())
			.addColumn("used_at", integer),
	);
	await schema
		.createIndex("setup_links_token_hash")
		.on("setup_links")
		.column("token_hash")
		.unique()
		.execute();
	await schema.createIndex("setup_links_user_id").on("setup_links").column("user_id").execute();

	await create(
		schema
			.createTable("signing_keys")
			.addColumn("kid", "text", (column) => column.primaryKey().notNull())
			.addColumn("algorithm", "text", (column) => column.notNull())
			.addColumn("public_jwk", "text", (column) => column.notNull())
			.addColumn("private_jwk_sealed", "text", (column) => column.notNull())
			.addColumn("created_at", integer, (column) => column.notNull())
			.addColumn("activated_at", integer)
			.addColumn("retired_at", integer),
	);

	await create(
		schema
			.createTable("attempts")
			.addColumn("key", "text", (column) => column.primaryKey().notNull())
			.addColumn("window_started_at", integer, (column) => column.notNull())
			.addColumn("failures", integer, (column) => column.notNull())
			.addColumn("consecutive", integer, (column) => column.notNull())
			.addColumn("blocked_until", integer, (column) => column.notNull())
			.addColumn("expires_at", integer, (column) => column.notNull()),
	);
	await schema.createIndex("attempts_expires_at").on("attempts").column("expires_at").execute();

	// No foreign keys: audit events outlive the user and the session.
	await create(
		schema
			.createTable("audit_events")
			.addColumn("id", "text", (column) => column.primaryKey().notNull())
			.addColumn("time", integer, (column) => column.notNull())
			.addColumn("event", "text", (column) => column.notNull())
			.addColumn("level", "text", (column) => column.notNull())
			.addColumn("user_id", "text")
			.addColumn("session_id", "text")
			.addColumn("request_id", "text")
			.addColumn("client_address", "text")
			.addColumn("user_agent", "text")
			.addColumn("detail", "text", (column) => column.notNull()),
	);
	await schema.createIndex("audit_events_time").on("audit_events").column("time").execute();
	await schema
		.createIndex("audit_events_user_id_time")
		.on("audit_events")
		.columns(["user_id", "time"])
		.execute();

	await create(
		schema
			.createTable("deployment")
			.addColumn("name", "text", (column) => column.primaryKey().notNull())
			.addColumn("value", "text", (column) => column.notNull()),
	);
}
