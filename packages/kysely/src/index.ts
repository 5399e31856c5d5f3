export * from "kysely";
