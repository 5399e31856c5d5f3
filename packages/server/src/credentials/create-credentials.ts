import type { Identity } from "../identity/create-identity.ts";
import type { KnownDevices } from "../identity/device/known-devices.ts";
import type { Cookies } from "../platform/http/cookies.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { Platform } from "../platform/platform.ts";
import { createCsrf } from "./csrf/csrf.ts";
import { createGiveCredential } from "./give-credential.ts";
import { createAdministers } from "./guards/administers.ts";
import { createGuards } from "./guards/guards.ts";
import { createOriginGate } from "./guards/origin-gate.ts";
import { createEnterStatusList } from "./session/enter-status-list.ts";
import { createFindPrincipal } from "./session/find-principal.ts";
import { createLastSeen } from "./session/last-seen.ts";
import { createRenew } from "./session/renew.ts";
import { createRequireFresh } from "./session/require-session.ts";
import { sessionMaintenance } from "./session/session-maintenance.ts";
import { createStartSession } from "./session/start-session.ts";
import { createStatusTokens } from "./status-list/status-tokens.ts";
import { noteGroupsInTokens } from "./token/groups-in-tokens.ts";
import { createIssueToken } from "./token/issue-token.ts";
import { createUserClaims } from "./token/user-claims.ts";
import { createVerifyToken } from "./token/verify-token.ts";

export type Credentials = ReturnType<typeof createCredentials>;

interface CredentialUses {
	cookies: Cookies;
	/** The device cookie after a login of the user. */
	devices: Pick<KnownDevices, "remember">;
	listMethods: Identity["listMethods"];
	secondFactorPolicy: Identity["secondFactorPolicy"];
	timeChecks?: Metrics["timeChecks"];
}

/** What is handed out after a login, and how it is checked. */
export function createCredentials(
	platform: Platform,
	{ cookies, devices, listMethods, secondFactorPolicy, timeChecks = (_kind, check) => check }: CredentialUses,
) {
	const { config, clock, random, signingKeys: keys } = platform;
	const { baseUrl } = config;

	const lastSeen = createLastSeen(platform);
	const findPrincipal = createFindPrincipal(platform, lastSeen.note);
	const csrf = createCsrf(platform, findPrincipal);
	const statusTokens = createStatusTokens(platform);
	const ours = { keys, clock, random, issuer: baseUrl, audience: config.tokenAudience ?? baseUrl };
	const verifyToken = createVerifyToken(ours);
	const userClaims = createUserClaims(config.tokenClaims);
	const issueToken = createIssueToken({ ...ours, statusAddress: statusTokens.addressOf, userClaims });
	const requireFresh = createRequireFresh(platform, { listMethods });
	const identifying = {
		cookies,
		byCookie: timeChecks("cookie", findPrincipal.bySecret),
		byBearer: timeChecks("bearer", (token: string) => verifyToken(token).then(findPrincipal.byToken)),
		noteUse: findPrincipal.noteUse,
		csrf,
	};
	const guards = createGuards({
		...identifying,
		refuseForeignLogin: createOriginGate(baseUrl, config.allowedOrigins),
		// No CORS decides of a WebSocket: an origin that may send no cookies opens none by one.
		refuseForeignOrigin: createOriginGate(baseUrl, config.credentialOrigins),
		accountPage: `${baseUrl}/account`,
	});
	const refuseAllOthers = createOriginGate(baseUrl, []);
	const administrationGuard = createAdministers({
		...platform,
		...identifying,
		refuseForeignLogin: refuseAllOthers,
		refuseForeignOrigin: refuseAllOthers,
		findAgain: findPrincipal.again,
		requireFresh,
		secondFactorPolicy,
	});
	return {
		cookies,
		csrf,
		guards,
		administrationGuard,
		findPrincipal,
		/** The live session that the cookie of a request belongs to, and its user; null: there is none. */
		findCallerByCookie: ({ headers }: { headers: { cookie?: string | undefined } }) =>
			findPrincipal.liveBySecret(cookies.session.read(headers.cookie)),
		requireFresh,
		startSession: createStartSession(platform),
		renew: createRenew(platform),
		enterStatusList: createEnterStatusList(platform),
		giveCredential: createGiveCredential({ cookies, csrf, issueToken, clock, devices }),
		statusTokens,
		userClaims,
		maintenance: [...sessionMaintenance(platform, lastSeen), ...noteGroupsInTokens(platform)],
	};
}
