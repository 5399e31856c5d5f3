import type { FastifyReply, FastifyRequest } from "fastify";
import { isAllowedFrom } from "../../identity/access-key/access-key.ts";
import { findKeyById } from "../../identity/access-key/access-key-store.ts";
import { noteDue } from "../../identity/factor/note-due.ts";
import type { SecondFactorPolicy } from "../../identity/factor/policy.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { Actor } from "../../platform/audit/audit.ts";
import type { Config } from "../../platform/config/config.ts";
import type { ReservedScope } from "../../platform/config/scopes.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import { LoginError } from "../../platform/errors.ts";
import { clientAddress, outsideOf } from "../../platform/http/client-address.ts";
import { corsHeaderNames } from "../../platform/http/cors.ts";
import { refuseForeignMediaType, refuseUnreadable } from "../../platform/http/media-types.ts";
import { clientOf } from "../../platform/http/requester.ts";
import type { Administers } from "../../platform/openapi/operation.ts";
import type { FindPrincipal } from "../session/find-principal.ts";
import type { RequireFresh } from "../session/require-session.ts";
import { acrOf, type Principal, type Session, subjectOf } from "../session/session.ts";
import { hasBody } from "./guards.ts";
import { createIdentify, type Holder, type IdentifyDependencies, isUnsafe } from "./identify.ts";
import { requireScopes } from "./require-scope.ts";

const holder = Symbol("holder");
type Guarded = FastifyRequest & { [holder]?: Holder };

interface AdministersDependencies extends IdentifyDependencies {
	config: Pick<Config, "adminNetworks">;
	opened: Pick<OpenedDatabase, "database" | "reads">;
	findAgain: FindPrincipal["again"];
	requireFresh: RequireFresh;
	/** A session that began before its user became an admin may have none yet. */
	secondFactorPolicy: SecondFactorPolicy;
}

/**
 * The checks before any call of the administration, before the body is read:
 *
 *   network → media types → bearer: session of an access key → its scope → its addresses
 *                         → cookie: own origin → session → CSRF token → role as of now → recent authentication
 *
 * A person's token administers nothing: every API that it was sent to could. Neither does another origin, an allowed front end included,
 * so that a hole in one does not administer. From outside the networks, the answer is that of an address that does not exist, to the last
 * header. A call that only reads needs neither origin nor CSRF token, unless it has to be fresh.
 */
export function createAdministers(dependencies: AdministersDependencies) {
	const { config, opened, findAgain, refuseForeignOrigin } = dependencies;
	const identify = createIdentify(dependencies);
	const requireAdmin = createRequireAdmin(dependencies);
	const isOutside = outsideOf(config.adminNetworks);

	async function requireKey({ session }: Principal, scope: Administers["scope"], address: string) {
		const refusal = { subject: subjectOf(session) };
		const { accessKey } = session;
		if (accessKey === null) throw new LoginError("forbidden", { message: notByToken, ...refusal });
		if (scope === null) throw new LoginError("forbidden", { message: byPeople, ...refusal });
		requireScopes(session, [scope]);
		const key = await findKeyById(opened.reads, accessKey.id);
		if (key !== null && isAllowedFrom(key, address)) return;
		throw new LoginError("forbidden", { message: fromElsewhere, ...refusal });
	}

	return {
		/** Makes the hook that guards a call. `mediaTypes`: what it answers with beside JSON. */
		require: ({ scope, fresh }: Administers, mediaTypes: readonly string[] = []) =>
			async function administers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
				if (isOutside(request)) throw new LoginError("not_found");
				for (const name of corsHeaderNames) reply.removeHeader(name);
				refuseUnreadable(request.headers.accept, mediaTypes);
				if (hasBody(request)) refuseForeignMediaType(request.headers);
				const isByCookie = request.headers.authorization === undefined;
				if (isByCookie && fresh && !isUnsafe(request.method)) refuseForeignOrigin(request.headers);
				const found = await identify(request);
				if (isByCookie) await requireAdmin(found.principal, fresh);
				else await requireKey(found.principal, scope, clientAddress(request));
				(request as Guarded)[holder] = found;
			},

		/**
		 * Checks again during a long answer, by the session: a renewal may have replaced what the request came with. Watching is not a use, and
		 * prolongs no session. Throws as the hook does.
		 */
		async requireStill(request: FastifyRequest, { scope }: Administers): Promise<void> {
			const principal = await findAgain(holderOf(request).principal.session);
			if (request.headers.authorization === undefined) await requireAdmin(principal, false);
			else await requireKey(principal, scope, clientAddress(request));
		},

		/** Who acts: an admin, or the access key of a program. */
		actorOf(request: FastifyRequest): Actor {
			const { user, session } = holderOf(request).principal;
			const from = { client: clientOf(request), sessionId: session.id };
			return session.accessKey === null
				? { kind: "admin", id: user.id, ...from }
				: { kind: "service", id: session.accessKey.id, accountId: user.id, ...from };
		},

		/** A refusal by an operation, with the user or key that was refused, for the record. */
		namesCaller(error: unknown, request: FastifyRequest): unknown {
			const found = (request as Guarded)[holder];
			if (error instanceof LoginError && found !== undefined)
				error.details.subject ??= subjectOf(found.principal.session);
			return error;
		},

		/** Throws forbidden. */
		requirePerson(request: FastifyRequest): void {
			if (holderOf(request).principal.session.accessKey !== null) throw new LoginError("forbidden", byPeople);
		},

		sessionOf: (request: FastifyRequest): Session => holderOf(request).principal.session,

		/** Requires a scope that depends on the body; a person has every scope. Throws insufficient_scope. */
		requireScope(request: FastifyRequest, scope: ReservedScope): void {
			const { session } = holderOf(request).principal;
			if (session.accessKey !== null) requireScopes(session, [scope]);
		},
	};
}

/** The role as of now, and with it what is required of an admin. */
function createRequireAdmin({
	opened,
	requireFresh,
	secondFactorPolicy,
}: Pick<AdministersDependencies, "opened" | "requireFresh" | "secondFactorPolicy">) {
	return async function requireAdmin({ user, session }: Principal, fresh: boolean): Promise<void> {
		if (user.role !== "admin")
			throw new LoginError("forbidden", { message: byAdmins, subject: subjectOf(session) });
		const row = await findUserById(opened.database, user.id);
		if (row === null) throw new LoginError("session_ended", { subject: subjectOf(session) });
		// Else the time would begin anew at every look, in a session from before the requirement.
		await noteDue(opened.database, secondFactorPolicy, row);
		if (secondFactorPolicy.requirementOf(row) === "enrol")
			throw new LoginError("forbidden", { message: withoutFactor, subject: subjectOf(session) });
		// One of an earlier release may have become an admin's without the second factor that a login takes.
		const isOfOneFactor = row.secondFactorAt !== null && acrOf(session.amr) === "aal1";
		if (fresh || isOfOneFactor) await requireFresh(opened.database, session, row);
	};
}

function holderOf(request: FastifyRequest): Holder {
	const found = (request as Guarded)[holder];
	if (found === undefined) throw new Error("This route is not behind its guard.");
	return found;
}

export type AdministrationGuard = ReturnType<typeof createAdministers>;

const notByToken = "Administration takes the cookie of a session, or an access key with a scope for it.";
const fromElsewhere = "This access key may not be used from this address.";
const byPeople = "No access key may do this: an admin does, in a browser.";
const withoutFactor = "This service requires a second factor of admins. Add one at /account/security first.";
const byAdmins = "This takes the role admin.";
