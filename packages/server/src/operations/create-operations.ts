/** The only place where operations are made. Nothing here knows HTTP or the command line. */
import type { Session } from "../credentials/session/session.ts";
import { listLiveSessions } from "../credentials/session/session-store.ts";
import { createThrottle } from "../identity/throttle/throttle.ts";
import { hasPasswords } from "../identity/user/user-store.ts";
import type { Keys } from "../platform/keys/create-keys.ts";
import type { MasterSecret } from "../platform/keys/secret.ts";
import type { Platform } from "../platform/platform.ts";
import { createOnce } from "../platform/repeatable/once.ts";
import { createAccessKeyAdministration } from "./access-key/administer-access-keys.ts";
import { createLogInWithKey } from "./access-key/log-in-with-key.ts";
import { createNoteEndsOfKeys } from "./access-key/note-ends-of-keys.ts";
import { createOwnAccessKeys } from "./access-key/own-access-keys.ts";
import { createRevokeFoundKeys } from "./access-key/revoke-found-keys.ts";
import { createChangeEmail } from "./account/change-email.ts";
import { createChangePassword } from "./account/change-password.ts";
import { createChooseLanguage } from "./account/choose-language.ts";
import { createOfferPasskeyReauthentication } from "./account/offer-passkey-reauthentication.ts";
import { createReauthenticate } from "./account/reauthenticate.ts";
import { createActOnUsers } from "./administration/act-on-users.ts";
import { createAddManyUsers } from "./administration/add-many-users.ts";
import { createGroupAdministration } from "./administration/administer-groups.ts";
import { createKeyAdministration } from "./administration/administer-keys.ts";
import { createMailAdministration } from "./administration/administer-mails.ts";
import { createSessionAdministration } from "./administration/administer-sessions.ts";
import { createUserAdministration } from "./administration/administer-users.ts";
import { createExportAll } from "./administration/export-all.ts";
import { createReadEvents } from "./administration/read-events.ts";
import { createReadSummary } from "./administration/read-summary.ts";
import { createReadSystem } from "./administration/read-system.ts";
import { createWatchEvents } from "./administration/watch-events.ts";
import { createApplicationAdministration } from "./application/administer-applications.ts";
import { createNoteEndsOfSecrets } from "./application/note-ends-of-secrets.ts";
import { createOwnApplications } from "./application/own-applications.ts";
import { createExportData } from "./export/export-data.ts";
import { createAddPasskey } from "./factor/add-passkey.ts";
import { createAddTotp } from "./factor/add-totp.ts";
import { createChangeFactors } from "./factor/change-factors.ts";
import { createListOwnFactors } from "./factor/list-own-factors.ts";
import { createAnswerChallenge } from "./login/answer-challenge.ts";
import { createAskForMore } from "./login/ask-for-more.ts";
import { createCompleteLogin } from "./login/complete-login.ts";
import { createEnrol } from "./login/enrol.ts";
import { createLogIn } from "./login/log-in.ts";
import { createLogInWithPasskey } from "./login/log-in-with-passkey.ts";
import { createProveFirstStep } from "./login/prove-first-step.ts";
import { createProveSecondStep } from "./login/prove-second-step.ts";
import { createQueueMail } from "./mail/queue-mail.ts";
import { createRequestRecovery } from "./recovery/request-recovery.ts";
import { createEndSession } from "./session/end-session.ts";
import { createFailedSince } from "./session/failed-since.ts";
import { createSetupLinkAdministration } from "./setup-link/administer-setup-links.ts";
import { createCompleteSetup } from "./setup-link/complete-setup.ts";
import { createSetupLinks } from "./setup-link/create-setup-link.ts";
import { createCheckSetupLink, createProveByLink } from "./setup-link/prove-by-link.ts";
import { removeSetupLinksExpiredBefore } from "./setup-link/setup-link-store.ts";
import { createSingleSignOn } from "./single-sign-on/create-single-sign-on.ts";
import type { Parts } from "./uses.ts";

/** To list the thousand that a user may have would take the main thread 40 ms each time. */
const MOST_OWN_SESSIONS = 100;

export type Administration = ReturnType<typeof createAdministration>;
export type Operations = ReturnType<typeof createOperations>;

/** What an operator may do. It verifies no password, so a command loads nothing that hashes. */
export function createAdministration(deployment: Platform & Keys & { secret: MasterSecret }) {
	const setupLinks = createSetupLinks(deployment);
	const queueMail = createQueueMail(deployment);
	const made = { ...deployment, setupLinks, queueMail, throttle: createThrottle(deployment) };
	const users = createUserAdministration(made);
	return {
		users,
		sessions: createSessionAdministration({ ...deployment, users }),
		actOnUsers: createActOnUsers({ users }),
		addMany: createAddManyUsers({ users }),
		exports: createExportAll({ ...deployment, find: users.find }),
		accessKeys: createAccessKeyAdministration({ ...deployment, find: users.find }),
		applications: createApplicationAdministration(deployment),
		groups: createGroupAdministration(made),
		keys: createKeyAdministration(deployment),
		mails: createMailAdministration(made),
		events: createReadEvents(deployment),
		system: createReadSystem(deployment),
		readSummary: createReadSummary(deployment),
		openLinks: createSetupLinkAdministration(deployment),
		setupLinks,
		queueMail,
	};
}

/** What users do for themselves, in a service that runs. */
export function createOperations(parts: Parts, { setupLinks, queueMail }: Administration) {
	const { clock, config, opened } = parts;
	const login = {
		...parts,
		proveFirstStep: createProveFirstStep(parts),
		secondStep: createProveSecondStep(parts),
		askForMore: createAskForMore(parts),
		completeLogin: createCompleteLogin(parts),
	};
	const setup = { ...login, proveByLink: createProveByLink(parts) };
	const factors = createChangeFactors(parts);
	const repeatable = createOnce(parts);
	const singleSignOn = createSingleSignOn(parts);
	return {
		logIn: createLogIn(login),
		logInWithKey: createLogInWithKey(parts),
		answerChallenge: createAnswerChallenge(login),
		logInWithPasskey: createLogInWithPasskey(login),
		enrol: createEnrol(login),
		checkSetupLink: createCheckSetupLink(setup),
		completeSetup: createCompleteSetup(setup),
		requestRecovery: createRequestRecovery(parts),
		reauthenticate: createReauthenticate(login),
		offerPasskeyReauthentication: createOfferPasskeyReauthentication(parts),
		changePassword: createChangePassword(parts),
		chooseLanguage: createChooseLanguage(parts),
		changeEmail: createChangeEmail({ ...parts, setupLinks, queueMail }),
		factors,
		listOwnFactors: createListOwnFactors(parts),
		apps: createAddTotp(parts, factors),
		passkeys: createAddPasskey(parts, factors),
		ownAccessKeys: createOwnAccessKeys(parts),
		revokeFoundKeys: createRevokeFoundKeys(parts),
		ownApplications: createOwnApplications(parts),
		endSession: createEndSession(parts),
		listOwnSessions: (own: Session) =>
			listLiveSessions(opened.database, own, { now: clock(), most: MOST_OWN_SESSIONS }),
		failedSince: createFailedSince(parts),
		exportData: createExportData(parts),
		once: repeatable.once,
		events: createWatchEvents(parts),
		singleSignOn,
		/** Whether any user has set a password. */
		isSetUp: () => hasPasswords(opened.reads),
		maintenance: [
			createNoteEndsOfKeys(parts),
			createNoteEndsOfSecrets(parts),
			...repeatable.maintenance,
			...singleSignOn.maintenance,
			{ run: () => removeSetupLinksExpiredBefore(opened.database, clock() - config.sessionRetention) },
		],
	};
}
