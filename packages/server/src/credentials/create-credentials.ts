import type { Cookies } from "../platform/http/cookies.ts";
import { KID_LENGTH } from "../platform/keys/sealing-keyring.ts";
import type { MaintenanceTask } from "../platform/maintenance.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { Platform } from "../platform/platform.ts";
import { type Csrf, type CsrfProof, createCsrf } from "./csrf/check-csrf.ts";
import { createCsrfValues } from "./csrf/csrf-value.ts";
import { createGiveCredential, type GiveCredential, type GivenUser } from "./give-credential.ts";
import { createGuards, type Guards } from "./guards/guards.ts";
import { createOriginGate } from "./guards/origin-gate.ts";
import { createFindPrincipal, type FindPrincipal } from "./session/find-principal.ts";
import { createLastSeen } from "./session/last-seen.ts";
import { createRenew } from "./session/renew.ts";
import type { Principal, Session } from "./session/session.ts";
import { createSessionLookUp } from "./session/session-lookup-store.ts";
import { sessionMaintenance } from "./session/session-maintenance.ts";
import { createStartSession, type StartSession } from "./session/start-session.ts";
import { createStatusListEntries } from "./status-list/status-list-entries.ts";
import { statusListMaintenance } from "./status-list/status-list-maintenance.ts";
import { createStatusTokens, type StatusTokens } from "./status-list/status-tokens.ts";
import { createIssueToken } from "./token/issue-token.ts";
import { createVerifyToken } from "./token/verify-token.ts";

/** What is handed out after a login, and how it is checked. */
export interface Credentials {
	cookies: Cookies;
	csrf: Csrf;
	guards: Guards<Principal, CsrfProof>;
	findPrincipal: FindPrincipal;
	startSession: StartSession;
	renew: ReturnType<typeof createRenew>;
	/** The one place where a credential leaves. */
	giveCredential: GiveCredential<Session>;
	statusTokens: StatusTokens;
	maintenance: MaintenanceTask[];
}

interface CredentialUses {
	cookies: Cookies;
	/** The device cookie after a login of the user. */
	rememberDevice: (presentCookie: string | null, user: GivenUser) => string;
	timeChecks?: Metrics["timeChecks"];
}

export function createCredentials(
	platform: Platform,
	{ cookies, rememberDevice, timeChecks = (_kind, check) => check }: CredentialUses,
): Credentials {
	const { config, clock, random, id, opened, keyring, audit, signingKeys: keys } = platform;
	const { database, reads } = opened;
	const { baseUrl } = config;
	const audience = config.tokenAudience ?? baseUrl;

	const lastSeen = createLastSeen({ database, clock, sessionIdle: config.sessionIdle });
	const lookUp = createSessionLookUp(opened);
	const findPrincipal = createFindPrincipal({ lookUp, clock, noteUse: lastSeen.note });
	const verifyToken = createVerifyToken({ keys, clock, issuer: baseUrl, audience });
	const values = createCsrfValues({
		box: keyring.box("csrf"),
		kidLength: KID_LENGTH,
		deploymentId: id,
		clock,
		preSessionLifetime: config.preSessionLifetime,
	});
	const csrf = createCsrf({ values, findPrincipal, random });
	const guards = createGuards<Principal, CsrfProof>({
		cookies,
		refuseForeignOrigin: createOriginGate(baseUrl, config.allowedOrigins),
		byCookie: timeChecks("cookie", findPrincipal.bySecret),
		byBearer: timeChecks("bearer", (token) => verifyToken(token).then(findPrincipal.byToken)),
		noteUse: findPrincipal.noteUse,
		csrf: {
			checkBeforeLogin: csrf.checkBeforeLogin,
			checkOf: (value, { session }) => csrf.checkOfSession(value, session),
			freshFor: ({ session }) => csrf.forSession(session),
			freshBeforeLogin: csrf.forPreSession,
		},
	});
	const startSession = createStartSession({
		clock,
		random,
		limits: config,
		statusListEntries: createStatusListEntries({ clock, random }),
	});
	const renew = createRenew({
		reads,
		clock,
		transact: audit.transact,
		lifetimes: config,
		nextSecret: keyring.mac("next session secret"),
	});
	const statusTokens = createStatusTokens({ database, clock, keys, baseUrl });
	const issueToken = createIssueToken({
		keys,
		clock,
		random,
		issuer: baseUrl,
		audience,
		statusAddress: statusTokens.addressOf,
	});
	return {
		cookies,
		csrf,
		guards,
		findPrincipal,
		startSession,
		renew,
		giveCredential: createGiveCredential<Session>({
			cookies,
			issueToken,
			csrfFor: csrf.forSession,
			deviceFor: rememberDevice,
		}),
		statusTokens,
		maintenance: [...sessionMaintenance(platform, lastSeen), statusListMaintenance(platform)],
	};
}
