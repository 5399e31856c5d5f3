/** What the declarations of all routes of the administration share. */
import type { ReservedScope } from "../../platform/config/scopes.ts";
import { inPath, text } from "../../platform/openapi/operation.ts";

export const tags = ["Administration"] as const;

export const byId = inPath({ id: text("Member `id` of the list.") });

/** For an admin by cookie, and for an access key with this scope; null: for no key. */
export const allows = (scope: ReservedScope | null) =>
	({ access: "administration", administers: { scope, fresh: false } }) as const;

/** The same, for what takes a recent authentication of a person: every change, and everything at once. */
export const allowsFresh = (scope: ReservedScope | null) =>
	({ access: "administration", administers: { scope, fresh: true } }) as const;
