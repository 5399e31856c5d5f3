import { attemptOf, type Proof, settlementOf } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { recordRefusal } from "../login/record-refusal.ts";
import type { Parts } from "../uses.ts";
import { maySetUp } from "./may-recover.ts";
import { findSetupLink, type SetupLink, useSetupLink } from "./setup-link-store.ts";

export interface GivenLink {
	token: string;
	/** What the CSRF token refers to. */
	csrfReference: string;
	requester: Requester;
}

export type ProveByLink = ReturnType<typeof createProveByLink>;

/**
 * A setup link is one factor, as the password is that it sets (ASVS 6.4.3). `settle` uses it up, and throws setup_link_used when
 * another request has. A dead link counts as a failure of the address. Throws not_found, setup_link_used, rate_limited.
 */
export function createProveByLink({ opened: { database }, audit, clock, config, throttle }: Parts) {
	/** The link and its user, or why it may not be used now. */
	async function find(token: string): Promise<{ link: SetupLink; user: User } | LoginError> {
		const link = await findSetupLink(database, token, ["setup", "recovery"]);
		if (link !== null && link.usedAt !== null) return new LoginError("setup_link_used");
		if (link === null || link.expiresAt <= clock()) return deadLink();
		const user = await findUserById(database, link.userId);
		return user === null || !maySetUp(config, link, user) ? deadLink() : { link, user };
	}

	return async function proveByLink({
		token,
		csrfReference,
		requester,
	}: GivenLink): Promise<Proof<User> & { link: SetupLink }> {
		await using undo = new AsyncDisposableStack();
		const attempt = { username: null, requester, csrfReference, known: null };
		const reservation = undo.use(await throttle.reserve(attempt));
		const found = await find(token);
		if (found instanceof LoginError) {
			await recordRefusal(audit, [reservation], null);
			throw found;
		}
		const { link } = found;
		const { settle, settledBy } = settlementOf(reservation);
		return {
			...attemptOf(reservation, null, undo),
			...found,
			amr: ["pwd"],
			settledBy,
			async settle(queries, record) {
				if (!(await useSetupLink(queries, link.id, clock()))) throw new LoginError("setup_link_used");
				await settle(queries, record);
			},
		};
	};
}

/** Whether a link can be used, before its user thinks of a password. Uses up nothing. */
export function createCheckSetupLink({ proveByLink }: { proveByLink: ProveByLink }) {
	return async function checkSetupLink(given: GivenLink): Promise<void> {
		await using _unused = await proveByLink(given);
	};
}

/** One answer for unknown, expired and replaced links, and for those of disabled users. */
export function deadLink(): LoginError {
	return new LoginError("not_found", "This setup link does not work any more. Ask for a new one.");
}
