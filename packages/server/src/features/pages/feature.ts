/**
 * The pages: login, recovery, setup, those of the account, email, reauthenticate, consent, docs, the console. The same cookie session as for any front
 * end, nothing more.
 *
 * Owns the HTML as served, with the CSRF token in its source, and the files of the web application. Every page that a
 * logged-in user gets carries the token of that very session.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Principal, subjectOf } from "../../credentials/session/session.ts";
import { offersRecovery } from "../../operations/setup-link/may-recover.ts";
import { LoginError } from "../../platform/errors.ts";
import { outsideOf } from "../../platform/http/client-address.ts";
import { corsHeaderNames } from "../../platform/http/cors.ts";
import type { SecurityHeaders } from "../../platform/http/headers.ts";
import type { App, Handler } from "../../platform/http/server.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import type { Uses } from "../uses.ts";
import { assetsFolder, type PageName, pageNames } from "./assets.ts";
import type { Brand } from "./brand.ts";
import type { Looks } from "./create-looks.ts";
import { langQuery } from "./languages.ts";
import { createSafeNext } from "./safe-next.ts";
import { serveAssets } from "./serve-assets.ts";
import { renderShell } from "./shell.ts";

/** By its content, a name never means another file. A picture may bring styles of its own, and nothing that runs. */
const ofBrandFile = {
	"cache-control": "public, max-age=31536000, immutable",
	"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

/** Of these, logged-out visitors see nothing. */
const needsLogin = (name: PageName): boolean =>
	name.startsWith("account") || ["email", "reauthenticate", "consent", "console"].includes(name);

/** Of these, the query says what they show. */
const keepsQuery = (name: PageName): boolean => name === "reauthenticate" || name === "console";

/** Those at an address of their own name; another feature has that of the rest. */
const addressed = pageNames.filter((name) => name !== "consent");

/** Bytes: the address of a list has a cursor, which can hold a name. */
const CONSOLE_URL_LIMIT = 4096;

interface PagesDependencies extends Looks {
	headers: SecurityHeaders;
}

export function createPagesFeature(
	uses: Uses<"config" | "isSetUp" | "cookies" | "csrf" | "findPrincipal" | "findCallerByCookie">,
	{ brand, headers, findLanguage }: PagesDependencies,
) {
	const { config, isSetUp, cookies, csrf, findPrincipal, findCallerByCookie } = uses;
	const { baseUrl, passwordMinimum, remember } = config;
	const path = basePathOf(baseUrl);
	const ofPages = { ...headers.forPages, "content-type": "text/html; charset=utf-8" };
	const recovers = offersRecovery(config);
	const mails = config.mailUrl !== null;
	const offers = { remembers: remember > 0, recovers, mails, hasApplications: config.oidc === "on" };
	const ofEachPage = { baseUrl, brand, passwordMinimum, ...offers };
	const isMissing = (name: PageName) => (name === "recovery" && !recovers) || (name === "email" && !mails);
	const safeNext = createSafeNext(baseUrl, config.credentialOrigins);
	const isOutside = outsideOf(config.adminNetworks);

	async function currentCaller(request: FastifyRequest) {
		const principal = await findCallerByCookie(request);
		if (principal !== null) await findPrincipal.noteUse(principal);
		return principal;
	}

	function languageOf({ url, headers }: FastifyRequest, principal: Principal | null) {
		const acceptLanguage = headers["accept-language"];
		return findLanguage({ chosen: principal?.user.locale ?? null, url, acceptLanguage });
	}

	/** The first admin is led on to the console, which says what comes next; null: the page leads where it usually does. */
	async function firstLanding(name: PageName, lang: string | null, near: boolean): Promise<string | null> {
		// A page is there without the database too.
		if (name !== "setup" || (await isSetUp().catch(() => true))) return null;
		return `${path}/${near ? "console" : "account/programs"}${langQuery(lang)}`;
	}

	const show = (name: PageName) => async (request: FastifyRequest, reply: FastifyReply) => {
		if (isMissing(name)) throw new LoginError("not_found");
		const near = !isOutside(request);
		if (name === "console" && !near) throw new LoginError("not_found");
		const principal = await currentCaller(request);
		const { language, lang } = languageOf(request, principal);
		const [search = ""] = /\?[^#]*/.exec(request.url) ?? [];
		const next = safeNext(new URLSearchParams(search)) ?? (await firstLanding(name, lang, near));
		const common = { ...ofEachPage, name, language, lang, next };
		if (principal !== null) {
			const { session, user } = principal;
			const administers = near && user.role === "admin";
			if (name === "console" && !administers)
				throw new LoginError("forbidden", { subject: subjectOf(session) });
			const below = pathIn(request).slice(`${path}/`.length);
			return renderShell({ ...common, below, administers, csrf: csrf.forSession(session), user });
		}
		if (needsLogin(name)) {
			// As it was asked for, with where to go after it. Browsers carry on what follows the `#`.
			const here = `${pathIn(request)}${keepsQuery(name) ? search : langQuery(lang)}`;
			return reply.redirect(`${path}/login?next=${encodeURIComponent(here)}${langQuery(lang, "&")}`, 303);
		}
		const { token, newSecret } = csrf.forPreSession(cookies.preSession.read(request.headers.cookie));
		if (newSecret !== null) reply.header("set-cookie", cookies.preSession.set(newSecret));
		return renderShell({ ...common, csrf: token });
	};

	function routes(app: App): void {
		serveFiles(app, brand, path);
		app.register((scope: App, _options, done) => {
			scope.addHook("onRequest", async (_request, reply) => {
				reply.headers(ofPages);
				// A page contains a CSRF token: origins that may call the API may not read pages.
				for (const name of corsHeaderNames) reply.removeHeader(name);
			});
			scope.get("/", async (request, reply) => {
				const principal = await currentCaller(request);
				const home = principal === null ? "login" : "account";
				return reply.redirect(`${path}/${home}${langQuery(languageOf(request, principal).lang)}`, 303);
			});
			const ofConsole = { config: { urlLimit: CONSOLE_URL_LIMIT, isHiddenFrom: isOutside } };
			for (const name of addressed) scope.get(`/${name}`, name === "console" ? ofConsole : {}, show(name));
			scope.get("/console/*", ofConsole, show("console"));
			done();
		});
	}

	/** Of the page whose address another feature has. */
	const showConsent: Handler = (request, reply) => show("consent")(request, reply.headers(ofPages));
	return { name: "Pages", routes, showConsent };
}

const pathIn = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";

/** What pages consist of besides the HTML, and the addresses that browsers know by themselves. */
function serveFiles(app: App, brand: Brand, path: string): void {
	serveAssets(app, assetsFolder);
	for (const { name, type, content } of brand.files)
		app.get(`/assets/${name}`, (_request, reply) =>
			reply.headers({ ...ofBrandFile, "content-type": type }).send(content),
		);

	// https://www.w3.org/TR/change-password-url/: password managers lead their users there.
	app.get("/.well-known/change-password", (_request, reply) =>
		reply.redirect(`${path}/account/security#change-password`, 302),
	);
	// Pages name their icon; browsers ask here when they show something else, such as a JSON document.
	app.get("/favicon.ico", (_request, reply) => reply.redirect(brand.icon.href, 302));
}
