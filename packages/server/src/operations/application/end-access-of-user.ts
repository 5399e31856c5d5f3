import { removeConsent } from "../../identity/application/consent-store.ts";
import { removeApplicationLogins } from "../../identity/application/login-store.ts";
import { removeRecords } from "../../identity/application/record-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { createTellApplications } from "../single-sign-on/tell-applications.ts";
import { listOwnApplications } from "./own-application-store.ts";

/**
 * Takes back what one user let an application know, and ends tokens and logins there; resolves with how many sessions were logged in to it.
 * Part of a transaction that has locked the user: a login that is under way waits, and finds no consent. Throws not_found.
 */
export function createEndAccessOfUser({ clock, outbox }: Platform) {
	const tellApplications = createTellApplications({ clock, outbox });
	return async (
		queries: Queryable,
		{ userId, clientId }: { userId: string; clientId: string },
	): Promise<number> => {
		const own = await listOwnApplications(queries, userId, clock());
		if (!own.some(({ id }) => id === clientId))
			throw new LoginError("not_found", "No application with this id knows the user.");
		await removeConsent(queries, { userId, clientId });
		const ofUser = { ofUser: userId, clientId };
		// In this order: no grant is written for a login that has ended.
		const logins = await removeApplicationLogins(queries, ofUser);
		await removeRecords(queries, ofUser);
		await tellApplications(queries, logins);
		return logins.length;
	};
}
