/**
 * The pages: login, setup, account. The same cookie session as for any front end, nothing more.
 *
 * Owns the HTML as served, with the csrf value in its source, and the files of the web application. Every page that a
 * logged-in user gets carries the value of that very session.
 */
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Csrf } from "../../credentials/csrf/check-csrf.ts";
import type { FindPrincipal } from "../../credentials/session/find-principal.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import { corsHeaderNames } from "../../platform/http/cors.ts";
import type { SecurityHeaders } from "../../platform/http/headers.ts";
import type { App } from "../../platform/http/server.ts";
import { assetsFolder, type PageAssets, type PageName } from "./assets.ts";
import { renderShell } from "./shell.ts";

interface PageRoutes {
	assets: PageAssets;
	baseUrl: string;
	cookies: Cookies;
	csrf: Csrf;
	findPrincipal: FindPrincipal;
	headers: SecurityHeaders;
	passwordMinimum: number;
}

export function pageRoutes(app: App, dependencies: PageRoutes): void {
	const { assets, baseUrl, cookies, csrf, findPrincipal, headers, passwordMinimum } = dependencies;
	const path = new URL(baseUrl).pathname.replace(/\/$/, "");

	app.register(fastifyStatic, {
		root: assetsFolder,
		prefix: "/assets/",
		preCompressed: true,
		immutable: true,
		maxAge: "365d",
		index: false,
		decorateReply: false,
	});

	app.register((scope: App, _options, done) => {
		scope.addHook("onRequest", async (_request, reply) => {
			reply.headers({ ...headers.forPages, "content-type": "text/html; charset=utf-8" });
			// Whoever reads a page has its csrf value: origins that may call the API may not read pages.
			for (const name of corsHeaderNames) reply.removeHeader(name);
		});

		const present = async (request: FastifyRequest) => {
			const principal = await findPrincipal.liveBySecret(cookies.session.read(request.headers.cookie));
			if (principal !== null) await findPrincipal.noteUse(principal);
			return principal;
		};

		async function page(name: PageName, request: FastifyRequest, reply: FastifyReply): Promise<string> {
			const principal = await present(request);
			const common = { name, baseUrl, assets, passwordMinimum };
			if (principal !== null) {
				return renderShell({ ...common, csrf: csrf.forSession(principal.session), user: principal.user });
			}
			const { value, newSecret } = csrf.forPreSession(cookies.preSession.read(request.headers.cookie));
			if (newSecret !== null) reply.header("set-cookie", cookies.preSession.set(newSecret));
			return renderShell({ ...common, csrf: value });
		}

		scope.get("/", async (request, reply) =>
			reply.redirect(`${path}/${(await present(request)) === null ? "login" : "account"}`, 303),
		);
		scope.get("/login", (request, reply) => page("login", request, reply));
		scope.get("/setup", (request, reply) => page("setup", request, reply));
		scope.get("/docs", (request, reply) => page("docs", request, reply));
		scope.get("/account", async (request, reply) => {
			if ((await present(request)) === null)
				return reply.redirect(`${path}/login?next=${encodeURIComponent(`${path}/account`)}`, 303);
			return page("account", request, reply);
		});
		done();
	});
}
