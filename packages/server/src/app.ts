/**
 * The wiring: makes every feature once, and registers every route. The table of contents of the server.
 */
import type { RouteOptions } from "fastify";
import { type CsrfProof, createCsrf } from "./credentials/csrf/check-csrf.ts";
import { createCsrfValues } from "./credentials/csrf/csrf-value.ts";
import { createGiveCredential } from "./credentials/give-credential.ts";
import { createGuards } from "./credentials/guards/guards.ts";
import { createOriginGate } from "./credentials/guards/origin-gate.ts";
import { createEndSession } from "./credentials/session/end-session.ts";
import { createFindPrincipal } from "./credentials/session/find-principal.ts";
import { createLastSeen } from "./credentials/session/last-seen.ts";
import { createRenew } from "./credentials/session/renew.ts";
import type { Principal, Session } from "./credentials/session/session.ts";
import { createSessionLookUp } from "./credentials/session/session-lookup-store.ts";
import { listLiveSessions } from "./credentials/session/session-store.ts";
import { createStartSession } from "./credentials/session/start-session.ts";
import { createStatusPlaces } from "./credentials/status-list/status-places.ts";
import { createStatusTokens } from "./credentials/status-list/status-tokens.ts";
import { createIssueToken } from "./credentials/token/issue-token.ts";
import { createVerifyToken } from "./credentials/token/verify-token.ts";
import { createChangePassword } from "./features/account/change-password.ts";
import { createReauthenticate } from "./features/account/reauthenticate.ts";
import { accountRoutes } from "./features/account/routes.ts";
import { csrfRoutes } from "./features/csrf/routes.ts";
import { checkRoutes } from "./features/forward-auth/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { tokenRoutes } from "./features/key-set/routes.ts";
import { createLogIn } from "./features/login/log-in.ts";
import { loginRoutes } from "./features/login/routes.ts";
import { openapiRoutes } from "./features/openapi/routes.ts";
import { loadAssets } from "./features/pages/assets.ts";
import { createRefusalPages } from "./features/pages/refusal-page.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { sessionRoutes } from "./features/session/routes.ts";
import { createCompleteSetup } from "./features/setup/complete-setup.ts";
import { setupRoutes } from "./features/setup/routes.ts";
import { statusRoutes } from "./features/status-list/routes.ts";
import { createKnownDevices } from "./identity/device/known-devices.ts";
import {
	createDemandGoodPassword,
	type DemandGoodPassword,
} from "./identity/password/demand-good-password.ts";
import type { PasswordHasher } from "./identity/password/hash.ts";
import { createPasswordPolicy } from "./identity/password/policy.ts";
import { createRefusalTime, type RefusalTime } from "./identity/password/refusal-time.ts";
import { createLoginRate } from "./identity/throttle/login-rate.ts";
import { createThrottle } from "./identity/throttle/throttle.ts";
import { createVerifyPassword } from "./identity/verify-password.ts";
import { createMaintenance, type Maintenance } from "./maintenance.ts";
import type { Deployment } from "./open-deployment.ts";
import { eventOfRefusal } from "./platform/audit/refusal-event.ts";
import { createRefusals } from "./platform/audit/refusals.ts";
import { isStoreUnavailable } from "./platform/database/store-unavailable.ts";
import { clientOf } from "./platform/http/client.ts";
import { createCookies } from "./platform/http/cookies.ts";
import type { RefusedRequest } from "./platform/http/error-handler.ts";
import { createSecurityHeaders } from "./platform/http/headers.ts";
import { createMinimumResponseTime } from "./platform/http/minimum-response-time.ts";
import { createRequestTrace, type RequestTrace } from "./platform/http/request-trace.ts";
import { createRequesterOf } from "./platform/http/requester.ts";
import { type App, createServer } from "./platform/http/server.ts";
import { KID_LENGTH } from "./platform/keys/sealing-keyring.ts";
import { createSigningKeys, type SigningKeys } from "./platform/keys/signing-keys.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import { buildOpenapiDocument } from "./platform/openapi/build-document.ts";

export interface Service {
	app: App;
	maintenance: Maintenance;
	/** All routes as registered, prefix included. */
	routes: RouteOptions[];
	/** The contract, printed from the routes. */
	document: () => object;
	demandGoodPassword: DemandGoodPassword;
	refusalTime: RefusalTime;
	/** How a request of `sallyport doctor` arrived here. */
	findTraced: RequestTrace["find"];
	signingKeys: SigningKeys;
}

export type AppLog = Record<"warn" | "error", (detail: object, message: string) => void>;

/** Who is told of what happens, to count it. */
export type AppObserver = Partial<Omit<Metrics, "hashing" | "scrape">>;

const untimed: Metrics["timeChecks"] = (_kind, check) => check;

export async function createApp(
	deployment: Deployment,
	hasher: PasswordHasher,
	log: AppLog,
	observer: AppObserver = {},
): Promise<Service> {
	const { config, clock, random, keyring, audit, opened } = deployment;
	const { database } = opened;
	const { transact } = audit;
	const { baseUrl } = config;
	const basePath = new URL(baseUrl).pathname.replace(/\/$/, "");
	const audience = config.tokenAudience ?? baseUrl;
	const { timeChecks = untimed, throttleDecided = () => {} } = observer;

	// What is shared by features.
	const cookies = createCookies(config);
	const headers = createSecurityHeaders(baseUrl);
	const lastSeen = createLastSeen({ database, clock, sessionIdle: config.sessionIdle });
	const refusals = createRefusals({ audit, clock, log });
	const noteRefusal = async ({ error, request }: RefusedRequest) => {
		const refusal = eventOfRefusal(error);
		if (refusal !== null) await refusals.note({ ...refusal, client: clientOf(request) });
	};
	const lookUp = createSessionLookUp(opened);
	const findPrincipal = createFindPrincipal({ lookUp, clock, noteUse: lastSeen.note });
	const keys = createSigningKeys({ database: opened.reads, clock, box: keyring.box("signing key") });
	const statusTokens = createStatusTokens({ database, clock, keys, baseUrl });
	const verifyToken = createVerifyToken({ keys, clock, issuer: baseUrl, audience });
	const values = createCsrfValues({
		box: keyring.box("csrf"),
		kidLength: KID_LENGTH,
		deploymentId: deployment.id,
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
	const devices = createKnownDevices({
		box: keyring.box("device"),
		deploymentId: deployment.id,
		clock,
		random,
		lifetime: config.deviceLifetime,
	});
	const requesterOf = createRequesterOf(cookies);
	const refusalTime = createRefusalTime({ queries: opened.reads, hasher, setting: config.refusalFloor });
	await refusalTime.refresh();
	const minimumResponseTime = createMinimumResponseTime(refusalTime.answerAfter);
	const giveCredential = createGiveCredential<Session>({
		cookies,
		issueToken: createIssueToken({
			keys,
			clock,
			random,
			issuer: baseUrl,
			audience,
			statusAddress: statusTokens.addressOf,
		}),
		csrfFor: csrf.forSession,
		deviceFor: devices.remember,
	});

	// The operations, named by what they do.
	const pseudonym = keyring.mac("attempt");
	const throttle = createThrottle({
		reads: opened.reads,
		transact: audit.transactRelaxed,
		clock,
		mac: pseudonym,
		limits: config,
		decided: throttleDecided,
	});
	const loginRate = createLoginRate({ clock, most: config.accountLogins });
	const verifyPassword = createVerifyPassword({ throttle, devices, hasher, loginRate, limits: config });
	const startSession = createStartSession({
		clock,
		random,
		limits: config,
		statusPlaces: createStatusPlaces({ clock, random }),
	});
	const endSession = createEndSession({
		clock,
		transact,
		reauthenticationWindow: config.reauthenticationWindow,
	});
	const renew = createRenew({
		reads: opened.reads,
		clock,
		transact,
		lifetimes: config,
		nextSecret: keyring.mac("next session secret"),
	});
	const logIn = createLogIn({
		reads: opened.reads,
		audit,
		clock,
		hasher,
		verifyPassword,
		loginRate,
		startSession,
		pseudonym: (username) => pseudonym(username).slice(0, 16),
	});
	const reauthenticate = createReauthenticate({ database, audit, verifyPassword, loginRate, renew });
	const policy = createPasswordPolicy({ minimumLength: config.passwordMinimum, baseUrl });
	const demandGoodPassword = createDemandGoodPassword(policy);
	const changePassword = createChangePassword({
		database,
		audit,
		clock,
		hasher,
		demandGoodPassword,
		verifyPassword,
		loginRate,
		startSession,
	});
	const completeSetup = createCompleteSetup({
		database,
		audit,
		clock,
		hasher,
		demandGoodPassword,
		startSession,
		throttle,
	});
	const listSessions = (userId: string) => listLiveSessions(database, userId, clock());

	// Every route.
	const assets = loadAssets();
	const routes: RouteOptions[] = [];
	const app = createServer({
		config,
		cookies,
		headers,
		random,
		isStoreUnavailable,
		noteRefusal,
		pageOf: createRefusalPages({ assets, baseUrl, headers }),
		log,
		observer,
	});
	const trace = createRequestTrace(config.trustedProxies, log);
	app.addHook("onRequest", (request, _reply, done) => {
		trace.note(request);
		done();
	});
	app.addHook("onClose", policy.close);
	app.addHook("onRoute", (route) => {
		routes.push(route);
	});
	const document = () =>
		buildOpenapiDocument(routes, { baseUrl, basePath, cookieName: cookies.session.name });
	await app.register(
		(scope: App, _options, done) => {
			loginRoutes(scope, {
				guards,
				cookies,
				requesterOf,
				minimumResponseTime,
				findPrincipal,
				logIn,
				giveCredential,
			});
			csrfRoutes(scope, { guards, cookies, findPrincipal, csrf });
			sessionRoutes(scope, { guards, cookies, listSessions, renew, endSession, giveCredential });
			accountRoutes(scope, {
				guards,
				requesterOf,
				minimumResponseTime,
				reauthenticate,
				changePassword,
				giveCredential,
			});
			setupRoutes(scope, { guards, cookies, requesterOf, findPrincipal, completeSetup, giveCredential });
			tokenRoutes(scope, { keys, baseUrl });
			statusRoutes(scope, statusTokens);
			checkRoutes(scope, { guards });
			openapiRoutes(scope, { document });
			healthRoutes(scope);
			pageRoutes(scope, {
				assets,
				baseUrl,
				cookies,
				csrf,
				findPrincipal,
				headers,
				passwordMinimum: config.passwordMinimum,
			});
			done();
		},
		{ prefix: basePath },
	);
	await app.ready();
	return {
		app,
		routes,
		document,
		demandGoodPassword,
		refusalTime,
		findTraced: trace.find,
		signingKeys: keys,
		maintenance: createMaintenance(deployment, { lastSeen, refusals, refusalTime, signingKeys: keys }, log),
	};
}
