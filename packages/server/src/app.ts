/** The service, put together: what its features share, and the list of features. The table of contents of the server. */
import type { RouteOptions } from "fastify";
import { type Credentials, createCredentials } from "./credentials/create-credentials.ts";
import { createAccessKeyFeature } from "./features/access-key/feature.ts";
import { createAccountFeature } from "./features/account/feature.ts";
import { createAdministrationFeature } from "./features/administration/feature.ts";
import { createApplicationFeature } from "./features/application/feature.ts";
import { createCsrfFeature } from "./features/csrf/feature.ts";
import { createEmailFeature } from "./features/email/feature.ts";
import { createEnrolmentFeature } from "./features/enrolment/feature.ts";
import { createExportFeature } from "./features/export/feature.ts";
import { createForwardAuthFeature } from "./features/forward-auth/feature.ts";
import { createHealthFeature } from "./features/health/feature.ts";
import { createKeySetFeature } from "./features/key-set/feature.ts";
import { createLoginFeature } from "./features/login/feature.ts";
import { createOidcFeature, type OidcUses } from "./features/oidc/feature.ts";
import { createOidcOff } from "./features/oidc/off.ts";
import { createOpenapiFeature } from "./features/openapi/feature.ts";
import { createLooks } from "./features/pages/create-looks.ts";
import { createPagesFeature } from "./features/pages/feature.ts";
import { createPlainPages } from "./features/pages/plain-page.ts";
import { createRefusalPages } from "./features/pages/refusal-page.ts";
import { createPasskeyFeature } from "./features/passkey/feature.ts";
import { createRecoveryFeature } from "./features/recovery/feature.ts";
import { createSecondFactorFeature } from "./features/second-factor/feature.ts";
import { createSessionFeature } from "./features/session/feature.ts";
import { createSetupFeature } from "./features/setup/feature.ts";
import { createStatusListFeature } from "./features/status-list/feature.ts";
import { createIdentity, type Identity, type PasswordWork } from "./identity/create-identity.ts";
import type { Deployment } from "./open-deployment.ts";
import { createOperations, type Operations } from "./operations/create-operations.ts";
import { createMailing } from "./operations/mail/create-mailing.ts";
import { createLogoutNotices } from "./operations/single-sign-on/logout-notices.ts";
import { createRefusals } from "./platform/audit/refusals.ts";
import type { Feature } from "./platform/feature.ts";
import { createCookies } from "./platform/http/cookies.ts";
import { createSecurityHeaders } from "./platform/http/headers.ts";
import { createRequestTrace, type RequestTrace } from "./platform/http/request-trace.ts";
import { type App, createServer } from "./platform/http/server.ts";
import { basePathOf } from "./platform/lib/base-path.ts";
import { createMaintenance, type Maintenance } from "./platform/maintenance.ts";
import { createHourlyCounts } from "./platform/metrics/hourly-counts.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import { buildOpenapiDocument } from "./platform/openapi/build-document.ts";
import { platformMaintenance } from "./platform/platform-maintenance.ts";

export interface Service extends Pick<Identity, "requireGoodPassword" | "refusalTime"> {
	app: App;
	maintenance: Maintenance;
	/** All routes as registered, prefix included. */
	routes: RouteOptions[];
	/** The contract, printed from the routes. */
	document: () => object;
	/** How a request of `sallyport doctor` arrived here. */
	findTraced: RequestTrace["find"];
}

export type AppLog = Record<"warn" | "error", (detail: object, message: string) => void>;

/** Counts what happens. */
type AppObserver = Partial<Omit<Metrics, "hashing" | "scrape">>;

export async function createApp(
	deployment: Deployment,
	passwords: PasswordWork,
	log: AppLog,
	observer: AppObserver = {},
): Promise<Service> {
	const { config, clock, audit } = deployment;
	const { baseUrl } = config;
	const basePath = basePathOf(baseUrl);
	const cookies = createCookies(config);
	const headers = createSecurityHeaders(baseUrl);
	const refusals = createRefusals({ audit, clock, log });
	const pages = { ...createLooks(config), headers };
	const identity = await createIdentity(deployment, { ...observer, ...passwords });
	const credentials = createCredentials(deployment, { ...observer, ...identity, cookies });
	const { administration } = deployment;
	const mailing = createMailing(deployment, {
		...administration,
		counted: observer.mailCounted ?? (() => {}),
	});
	const operations = createOperations({ ...deployment, ...identity, ...credentials }, administration);
	const made = { ...deployment, ...identity, ...credentials, ...operations };

	const plainPage = createPlainPages({ ...pages, baseUrl });
	const pageOf = createRefusalPages(plainPage, baseUrl);
	const hourly = createHourlyCounts(deployment, basePath);
	const counting = { ...observer, responded: hourly.counting(observer.responded) };
	const features = listFeatures(made, {
		...{ ...counting, pages, plainPage, pageOf, refusals, log, document },
		writeHourlyCounts: hourly.write,
	});

	const app = createServer({ config, cookies, headers, refusals, pageOf, log, observer: counting });
	const trace = createRequestTrace(config.trustedProxies, log);
	app.addHook("onRequest", trace.onRequest);
	app.addHook("onClose", identity.close);
	const routes: RouteOptions[] = [];
	app.addHook("onRoute", (route) => void routes.push(route));
	const mount = (scope: App, _options: object, done: () => void) => {
		for (const feature of features) feature.routes(scope);
		done();
	};
	await app.register(mount, { prefix: basePath });
	await app.ready();

	const tasks = [
		...platformMaintenance(deployment, refusals),
		...[
			identity,
			credentials,
			operations,
			mailing,
			createLogoutNotices(deployment),
			hourly,
			...features,
		].flatMap(({ maintenance = [] }) => maintenance),
		// Last: a key that does not open holds up nothing else.
		...deployment.maintenance,
	];
	const { requireGoodPassword, refusalTime } = identity;
	const maintenance = createMaintenance(tasks, log);
	return { app, routes, document, requireGoodPassword, refusalTime, findTraced: trace.find, maintenance };

	function document(): object {
		const tags = features.flatMap(({ name, description }) => (description ? [{ name, description }] : []));
		return buildOpenapiDocument(routes, { baseUrl, basePath, cookieName: cookies.session.name, tags });
	}
}

type Made = Deployment & Identity & Credentials & Operations;

/** What the service answers, in the order of the OpenAPI document. */
function listFeatures(
	made: Made,
	{
		document,
		writeHourlyCounts,
		pages,
		...given
	}: Omit<OidcUses, "showConsent"> & {
		document: () => object;
		writeHourlyCounts: () => Promise<void>;
		pages: Parameters<typeof createPagesFeature>[1];
	},
): Feature[] {
	const webPages = createPagesFeature(made, pages);
	const { showConsent } = webPages;
	return [
		createLoginFeature(made),
		createEnrolmentFeature(made),
		createCsrfFeature(made),
		createSessionFeature(made),
		createAccountFeature(made),
		createSecondFactorFeature(made),
		createPasskeyFeature(made),
		createAccessKeyFeature(made),
		createApplicationFeature(made),
		createAdministrationFeature({ ...made, writeHourlyCounts }),
		createSetupFeature(made),
		createRecoveryFeature(made),
		createEmailFeature(made),
		createExportFeature(made),
		createKeySetFeature(made),
		createStatusListFeature(made),
		createForwardAuthFeature(made),
		...(made.config.oidc === "on" ? [createOidcFeature(made, { ...given, showConsent })] : [createOidcOff()]),
		createOpenapiFeature(document),
		createHealthFeature(),
		webPages,
	];
}
