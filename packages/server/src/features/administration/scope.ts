import type { AdministrationGuard } from "../../credentials/guards/administers.ts";
import { isUnsafe } from "../../credentials/guards/identify.ts";
import type { Administration } from "../../operations/create-operations.ts";
import type { Actor, Around } from "../../platform/audit/audit.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { outsideOf } from "../../platform/http/client-address.ts";
import type { App } from "../../platform/http/server.ts";
import type { Operation } from "../../platform/openapi/operation.ts";
import type { Once } from "../../platform/repeatable/once.ts";
import type { Uses } from "../uses.ts";

/** Bytes: 500 ids are 20 kB. */
const BODY_LIMIT = 65_536;
/** Bytes: a cursor can hold a name. */
const URL_LIMIT = 4096;

export interface AdministrationUses
	extends Uses<"administrationGuard" | "countAdministration" | "opened" | "config"> {
	by: (actor: Actor, around?: Around) => { administration: Administration };
	once: Once;
}

type Call = Parameters<AdministrationGuard["actorOf"]>[0];

/** What a route does with who calls. */
export interface Administering
	extends Pick<AdministrationGuard, "requireScope" | "requirePerson" | "requireStill" | "sessionOf"> {
	/** What may be done, by who calls: their events name the caller. `around` is part of each of its transactions. */
	by(request: Call, around?: Around): Administration;
	/** Makes something at most once for an Idempotency-Key. */
	once<Made>(
		request: Call,
		make: (administration: Administration) => Promise<Made>,
		idOf: (made: Made) => string,
	): Promise<{ made: Made } | { madeBefore: string }>;
	/** The whole address of a path. */
	addressOf(path: string): string;
	/** The id of the admin or of the access key. */
	callerIdOf(request: Call): string;
}

/**
 * One scope for all routes of the administration: a route that is added to it takes what its declaration says, and one without a
 * declaration does not start.
 */
export function administrationScope(
	app: App,
	{ administrationGuard: guard, by, countAdministration, opened, config, once }: AdministrationUses,
	mount: (scope: App, administering: Administering) => void,
): void {
	const isOutside = outsideOf(config.adminNetworks);
	const administering: Administering = {
		...guard,
		by: (request, around) => by(guard.actorOf(request), around).administration,
		once(request, make, idOf) {
			const actor = guard.actorOf(request);
			// One that is sent twice arrives as one, joined.
			const key = request.headers["idempotency-key"] as string | undefined;
			const { method, url, body } = request;
			const of = { actor, key, request: { method, url, body } };
			return once(of, (around) => make(by(actor, around).administration), idOf);
		},
		addressOf: (path) => `${config.baseUrl}${path}`,
		callerIdOf: (request) => guard.actorOf(request).id ?? "",
	};
	app.register((scope: App, _options: object, done: () => void) => {
		scope.addHook("onRoute", (route) => {
			const { administers, mediaTypes } = (route.schema ?? {}) as Partial<Operation>;
			if (administers === undefined) throw new Error(`${route.url} says not who may call it.`);
			route.onRequest = guard.require(administers, mediaTypes);
			// A body may be held back until long after its head: until its admin was disabled, to add another one.
			if ([route.method].flat().some(isUnsafe))
				route.preHandler = (request) => guard.requireStill(request, administers);
			route.bodyLimit ??= BODY_LIMIT;
			route.config = { ...route.config, urlLimit: URL_LIMIT, isHiddenFrom: isOutside };
		});
		scope.addHook("preValidation", async (request) => refuseUndeclared(request));
		scope.setErrorHandler((error, request) => {
			throw guard.namesCaller(error, request);
		});
		scope.addHook("preHandler", async (request) => {
			refuseNul(request);
			if (isUnsafe(request.method))
				await countAdministration(opened.database, administering.callerIdOf(request));
		});
		mount(scope, administering);
		done();
	});
}

/** NUL is in no name, and PostgreSQL stores none. The names of the parameters are known ones by now. */
function refuseNul({ raw, query }: Call): void {
	if (!raw.url?.includes("%00")) return;
	const [found] = Object.entries(query as object).find(([, value]) => String(value).includes("\0")) ?? [];
	throw invalid(
		found === undefined ? "" : `/${found}`,
		"malformed",
		"Leave out NUL (%00): nothing here has one.",
	);
}

/** What an operation does not declare is a mistake of its caller. */
function refuseUndeclared({ query, body, routeOptions }: Call): void {
	const { querystring, body: declared } = (routeOptions.schema ?? {}) as Partial<Operation>;
	const [unknown] = querystring === undefined ? Object.keys(query as object) : [];
	const isGiven = typeof body === "object" ? Object.keys(body ?? {}).length > 0 : body !== undefined;
	if (unknown !== undefined || (declared === undefined && isGiven))
		throw new LoginError(
			"unknown_field",
			"This operation takes no body and no parameters but those of the documentation.",
		);
}
