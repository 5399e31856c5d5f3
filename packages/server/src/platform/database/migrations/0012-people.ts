import type { Words } from "./words.ts";

/**
 * What is known of a person, and groups. "users"."groups" repeats the names in "group_members", as JSON, so that a check reads
 * one row. The release before leaves all of it as it is, and never makes a user who is in a group.
 */
export const people = ({ integer, strict }: Words) => `
	alter table "users" add column "email" text;
	alter table "users" add column "email_verified_at" ${integer};
	alter table "users" add column "locale" text;
	alter table "users" add column "external_id" text;
	alter table "users" add column "groups" text default '[]' not null;
	alter table "users" add column "attributes" text default '{}' not null;
	alter table "users" add column "version" ${integer} default 1 not null;
	create unique index "users_external_id" on "users" ("external_id") where "external_id" is not null;

	create table "groups" (
		"name" text not null primary key,
		"description" text not null,
		"created_at" ${integer} not null
	) ${strict};

	create table "group_members" (
		"group_name" text not null references "groups" ("name") on delete cascade,
		"user_id" text not null references "users" ("id") on delete cascade,
		constraint "group_members_place" primary key ("group_name", "user_id")
	) ${strict};
	create index "group_members_user_id" on "group_members" ("user_id")`;
