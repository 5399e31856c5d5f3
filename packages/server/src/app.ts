/**
 * The wiring: makes every feature once, and registers every route. The table of contents of the server.
 */
import type { RouteOptions } from "fastify";
import { createChangePassword } from "./account/change-password.ts";
import { createReauthenticate } from "./account/reauthenticate.ts";
import { accountRoutes } from "./account/routes.ts";
import { eventOfRefusal } from "./audit/refusal-event.ts";
import { createRefusals } from "./audit/refusals.ts";
import { checkRoutes } from "./check/routes.ts";
import { type CsrfProof, createCsrf } from "./csrf/check-csrf.ts";
import { createCsrfValues } from "./csrf/csrf-value.ts";
import { csrfRoutes } from "./csrf/routes.ts";
import { isStoreUnavailable } from "./database/store-unavailable.ts";
import { healthRoutes } from "./health/routes.ts";
import { clientOf } from "./http/client.ts";
import { createCookies } from "./http/cookies.ts";
import type { RefusedRequest } from "./http/error-handler.ts";
import { createGiveCredential } from "./http/give-credential.ts";
import { createGuards } from "./http/guards.ts";
import { createSecurityHeaders } from "./http/headers.ts";
import { createMinimumResponseTime } from "./http/minimum-response-time.ts";
import { createOriginGate } from "./http/origin-gate.ts";
import { createRequestTrace, type RequestTrace } from "./http/request-trace.ts";
import { createRequesterOf } from "./http/requester.ts";
import { type App, createServer } from "./http/server.ts";
import { createKnownDevices } from "./login/known-devices.ts";
import { createLogIn } from "./login/log-in.ts";
import { createLoginRate } from "./login/login-rate.ts";
import { loginRoutes } from "./login/routes.ts";
import { createThrottle } from "./login/throttle.ts";
import { createVerifyPassword } from "./login/verify-password.ts";
import { createMaintenance, type Maintenance } from "./maintenance.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Deployment } from "./open-deployment.ts";
import { buildOpenapiDocument } from "./openapi/build-document.ts";
import { openapiRoutes } from "./openapi/routes.ts";
import { loadAssets } from "./pages/assets.ts";
import { createRefusalPages } from "./pages/refusal-page.ts";
import { pageRoutes } from "./pages/routes.ts";
import { createDemandGoodPassword, type DemandGoodPassword } from "./password/demand-good-password.ts";
import type { PasswordHasher } from "./password/hash.ts";
import { createPasswordPolicy } from "./password/policy.ts";
import { createRefusalTime, type RefusalTime } from "./password/refusal-time.ts";
import { KID_LENGTH } from "./sealing/sealing-keyring.ts";
import { createEndSession } from "./session/end-session.ts";
import { createFindPrincipal } from "./session/find-principal.ts";
import { createLastSeen } from "./session/last-seen.ts";
import { createRenew } from "./session/renew.ts";
import { sessionRoutes } from "./session/routes.ts";
import type { Principal, Session } from "./session/session.ts";
import { createSessionLookUp } from "./session/session-lookup-store.ts";
import { listLiveSessions } from "./session/session-store.ts";
import { createStartSession } from "./session/start-session.ts";
import { createCompleteSetup } from "./setup/complete-setup.ts";
import { setupRoutes } from "./setup/routes.ts";
import { statusRoutes } from "./status/routes.ts";
import { createStatusPlaces } from "./status/status-places.ts";
import { createStatusTokens } from "./status/status-tokens.ts";
import { createIssueToken } from "./token/issue-token.ts";
import { tokenRoutes } from "./token/routes.ts";
import { createSigningKeys, type SigningKeys } from "./token/signing-keys.ts";
import { createVerifyToken } from "./token/verify-token.ts";

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
