import { revokeSessions } from "../../credentials/session/revoke-sessions.ts";
import type { StartedSession } from "../../credentials/session/start-session.ts";
import { nextStepOf } from "../../identity/factor/next-step.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import { verifyEmail } from "../../identity/user/email-store.ts";
import type { User } from "../../identity/user/user.ts";
import { noteLogin } from "../../identity/user/user-login-store.ts";
import { findUserById, setPasswordHash } from "../../identity/user/user-store.ts";
import type { AskForMore } from "../login/ask-for-more.ts";
import type { AskedSession } from "../login/complete-login.ts";
import { loginBefore } from "../login/login-before.ts";
import type { Parts } from "../uses.ts";
import { maySetUp } from "./may-recover.ts";
import { deadLink, type GivenLink, type ProveByLink } from "./prove-by-link.ts";
import { endOpenSetupLinks } from "./setup-link-store.ts";

interface SetupRequest extends GivenLink, Pick<AskedSession, "cookieSessionId"> {
	password: string;
}

type CompleteSetupUses = Parts & { proveByLink: ProveByLink; askForMore: AskForMore };

/**
 * The user of a setup link sets a password and is logged in: first admin, invited user, reset. The link works once;
 * sessions that were open before a reset end. Dead links count as failures of the address. Throws not_found,
 * setup_link_used, password_rejected, second_factor_required, enrolment_required, rate_limited, overloaded.
 */
export function createCompleteSetup({
	audit,
	clock,
	config,
	hasher,
	requireGoodPassword,
	throttle,
	devices,
	secondFactorPolicy,
	startSession,
	proveByLink,
	askForMore,
}: CompleteSetupUses) {
	return async function completeSetup(request: SetupRequest): Promise<StartedSession & { user: User }> {
		const { password, csrfReference, cookieSessionId, requester } = request;
		const { client } = requester;
		await using proof = await proveByLink(request);
		const { link, user } = proof;
		await requireGoodPassword("/password", password, user);
		const passwordHash = await hasher.hash(password, requester.signal);
		const started = await proof.settledBy(
			audit.transact(async (queries, record) => {
				const now = clock();
				const { id: userId } = user;
				await setPasswordHash(queries, { id: userId, passwordHash, now });
				await proof.settle(queries, record);
				// Under the lock of its row: much may have happened while the password was being hashed. Thrown here, all is undone.
				const current = await findUserById(queries, userId);
				if (current === null || !maySetUp(config, link, current)) throw deadLink();
				await throttle.unlock(queries, user.username);
				await throttle.passwordReplaced(queries, userId);
				await revokeSessions(queries, record, { userId }, { reason: "password_changed", now, client });
				const detail = user.passwordChangedAt === null ? { detail: { first: true } } : {};
				await record({ event: "user_password_set", userId, client, ...detail });
				await endOpenSetupLinks(queries, now, { userId });
				// The link came from that mailbox.
				if (link.email !== null) await verifyEmail(queries, { userId, email: link.email, now });
				const step = await nextStepOf(queries, secondFactorPolicy, current);
				if (step !== "none") {
					// A mailbox alone may not add the factor that is to protect the user from its readers; an operator's link is vouched for.
					const mayEnrol = link.purpose !== "recovery" || devices.recognize(requester.device, user) !== null;
					const of = { purpose: "login", kind: "cookie", csrfReference, mayEnrol, client } as const;
					const unfinished = { ...of, step, proof: { known: null, user: current } };
					await record(askForMore.eventOf(unfinished));
					return { unfinished };
				}
				// Not before: the challenge is bound to the page, whose CSRF token may be that of this session.
				if (cookieSessionId !== null) {
					const end = { reason: "replaced", now, client } as const;
					await revokeSessions(queries, record, { ids: [cookieSessionId] }, end);
				}
				await noteDue(queries, secondFactorPolicy, current);
				const previousLogin = await loginBefore(queries, user);
				await noteLogin(queries, { id: userId, now, address: client.address });
				// The password is that of the user since this very transaction.
				const { amr } = proof;
				return startSession(queries, record, { userId, kind: "cookie", amr, client, previousLogin });
			}),
		);
		if ("unfinished" in started) throw await askForMore.refusalOf(started.unfinished);
		return { ...started, user };
	};
}
