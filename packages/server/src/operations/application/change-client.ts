import { isDeepStrictEqual } from "node:util";
import type { Client } from "../../identity/application/client.ts";
import { lockClient, removeClient, writeClient } from "../../identity/application/client-change-store.ts";
import { countConsents } from "../../identity/application/client-page-store.ts";
import {
	type AskedSettings,
	isClientId,
	isNarrowed,
	type ReadSettings,
	readClientSettings,
} from "../../identity/application/client-settings.ts";
import { type ApplicationLogin, removeApplicationLogins } from "../../identity/application/login-store.ts";
import { removeRecords } from "../../identity/application/record-store.ts";
import { findGroups } from "../../identity/user/group-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import type { Platform } from "../../platform/platform.ts";
import { createTellApplications } from "../single-sign-on/tell-applications.ts";

/** An application; with the version that it must still have, if it matters. */
interface WhichClient {
	id: string;
	version?: number | undefined;
}

/** What an operator changes of an application that there is, under the lock of its row. Throws not_found, precondition_failed. */
export function createChangeClient({ audit, clock, config, outbox }: Platform) {
	const tellApplications = createTellApplications({ clock, outbox });

	const change = <Result>(
		{ id, version }: WhichClient,
		work: (client: Client, queries: Queryable, record: RecordEvent) => Promise<Result>,
	): Promise<Result> =>
		audit.transact(async (queries, record) => {
			const client = isClientId(id) ? await lockClient(queries, id) : null;
			if (client === null) throw unknownClient();
			if (version !== undefined && client.version !== version) throw new LoginError("precondition_failed");
			return work(client, queries, record);
		});

	async function endAndTell(queries: Queryable, clientId: string): Promise<number> {
		const logins = await endAccess(queries, clientId);
		await tellApplications(queries, logins);
		return logins.length;
	}

	function setDisabled(which: WhichClient, disabled: boolean) {
		return change(which, async (client, queries, record) => {
			if ((client.disabledAt !== null) === disabled) return { isChanged: false, ended: 0 };
			await writeClient(queries, client.id, { disabledAt: disabled ? clock() : null });
			const ended = disabled ? await endAndTell(queries, client.id) : 0;
			const detail = { client: client.id, disabled, ...(disabled ? { sessions: ended } : {}) };
			await record({ event: "oidc_client_changed", detail });
			return { isChanged: true, ended };
		});
	}

	return {
		/** `members`: what differs from before. What was given out ends where it is more than the application may have now. */
		change: (which: WhichClient, asked: AskedSettings) =>
			change(which, async (client, queries, record) => {
				const after = readClientSettings(asked, client, offlineMostOf(config));
				const members = differing(client, after);
				if (members.length === 0) return { members, ended: 0 };
				if (members.includes("allowedGroups")) await requireGroupsExist(queries, after);
				await writeClient(queries, client.id, { settings: after });
				const isLess = isNarrowed(client, after);
				const ended = isLess ? await endAndTell(queries, client.id) : 0;
				const insecure = after.insecure && !client.insecure ? { insecure: true } : {};
				const detail = { client: client.id, members, ...insecure, ...(isLess ? { sessions: ended } : {}) };
				await record({ event: "oidc_client_changed", detail });
				return { members, ended };
			}),

		/** Its codes and tokens end, and logins to it are refused. `ended`: in how many sessions it was logged in to. */
		disable: (which: WhichClient) => setDisabled(which, true),

		enable: (which: WhichClient) => setDisabled(which, false),

		/** `users`: how many had let it know them. */
		remove: (which: WhichClient) =>
			change(which, async (client, queries, record) => {
				const users = await countConsents(queries, client.id);
				const ended = await endAndTell(queries, client.id);
				await removeClient(queries, client.id);
				await record({ event: "oidc_client_removed", detail: { client: client.id, users, sessions: ended } });
				return { users, ended };
			}),
	};
}

/** Ends the codes and tokens of an application, and its logins. Part of a transaction. */
async function endAccess(queries: Queryable, clientId: string): Promise<ApplicationLogin[]> {
	// In this order: no grant is written for a login that has ended.
	const logins = await removeApplicationLogins(queries, { ofClient: clientId });
	await removeRecords(queries, { ofClient: clientId });
	return logins;
}

function differing(before: Client, after: ReadSettings): string[] {
	const members = Object.keys(after) as Array<keyof ReadSettings>;
	return members.filter((member) => !isDeepStrictEqual(before[member], after[member]));
}

export const offlineMostOf = ({ oidcOfflineMaximum }: Platform["config"]) => ({
	offlineMost: Math.floor(oidcOfflineMaximum / DAY),
});

/** A group that is removed later lets in no one. Throws validation_failed. */
export async function requireGroupsExist(
	queries: Queryable,
	{ allowedGroups }: Pick<ReadSettings, "allowedGroups">,
): Promise<void> {
	if (allowedGroups === null) return;
	const found = await findGroups(queries, new Set(allowedGroups));
	for (const [at, name] of allowedGroups.entries())
		if (!found.has(name)) {
			const message = `There is no group ${name}. Add it first: ${PROGRAM} group add ${name}.`;
			throw invalid(`/allowedGroups/${at}`, "unknown", message);
		}
}

export function unknownSecret(): LoginError {
	return new LoginError("not_found", {
		missing: "client secret",
		message: "The application has no secret with this id.",
	});
}

export function unknownClient(): LoginError {
	return new LoginError("not_found", { missing: "client", message: "There is no application with this id." });
}
