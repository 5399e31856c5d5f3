import { type Acr, acrOf, acrValues, type Principal, subjectOf } from "../../credentials/session/session.ts";
import type { Client } from "../../identity/application/client.ts";
import type { Client as Requester } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import { readJws } from "../../platform/keys/jws.ts";
import { parseObject } from "../../platform/lib/parse-object.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ApplicationAccess } from "./application-access.ts";
import { nextStep, type Step, type Wanted } from "./next-step.ts";
import type { ProtocolStorage, Remembered } from "./protocol-storage.ts";

/** A login to an application that waits for its user. */
interface Waiting {
	id: string;
	payload: Remembered;
	client: Client;
	/** What the application asks for (OpenID Connect Core, section 3.1.2.1). */
	params: Readonly<Record<string, unknown>>;
	asksConsent: boolean;
}

interface Question {
	client: Client;
	/** What it would know. */
	scopes: string[];
	/** Where the answer is sent to. */
	host: string;
}

/** `to`: an address of this service. */
type Turn = Exclude<Step, { is: "go on" | "refuse" }> | { is: "consent" } | { is: "done"; to: string };

/** What an application would like, by the parameters of its request. `proven`: the user has answered that in this login already. */
export function wantedOf(
	params: Readonly<Record<string, unknown>>,
	{ askedAt, proven }: { askedAt: number; proven: boolean },
): Wanted {
	const words = (name: string) => String(params[name] ?? "").split(" ");
	const maxAge = Number(params.max_age ?? Number.NaN);
	return {
		askedAt,
		anew: !proven && words("prompt").includes("login"),
		maxAge: proven || !(maxAge >= 0) ? null : maxAge,
		acr: words("acr_values").filter((word): word is Acr => (acrValues as readonly string[]).includes(word)),
	};
}

/**
 * Answers the questions of a login to an application: who the user is, how well proven, and whether the application may know them. The
 * id of the login proves nothing: callers require the cookie of the browser that began it, else a link would let a victim answer for the
 * attacker's browser. Throws interaction_unknown, application_disabled and application_forbidden.
 */
export function createAnswerApplication(
	{ clock }: Platform,
	{ storage, access }: { storage: ProtocolStorage; access: ApplicationAccess },
) {
	const interactions = storage.of("Interaction");

	async function find(id: string): Promise<Waiting> {
		const payload = await interactions.find(id);
		const params = (payload?.params ?? {}) as Waiting["params"];
		const client = typeof params.client_id === "string" ? await access.find(params.client_id) : null;
		if (payload === undefined || client === null) throw new LoginError("interaction_unknown");
		if (client.disabledAt !== null) throw new LoginError("application_disabled", { application: client });
		const asksConsent = (payload.prompt as { name?: string } | undefined)?.name === "consent";
		return { id, payload, client, params, asksConsent };
	}

	async function stepOf(
		{ id, payload, client, params }: Waiting,
		principal: Principal | null,
	): Promise<Exclude<Step, { is: "refuse" }>> {
		const before = payload.lastSubmission as { login?: unknown } | undefined;
		const wanted = wantedOf(params, {
			askedAt: Number(payload.storedAt),
			proven: before?.login !== undefined,
		});
		const step = nextStep(client, wanted, principal, await reachableBy(access, client, wanted, principal));
		if (step.is === "refuse") throw forbidden({ id, client }, principal);
		return step;
	}

	/** Resolves with where the login continues. */
	async function finish(
		{ id, payload }: Waiting,
		result: object,
		principal: Principal | null,
	): Promise<string> {
		const session = principal === null ? {} : { session: asOrigin(principal) };
		const remaining = Number(payload.exp) - Math.floor(clock() / 1000);
		await interactions.upsert(id, { ...payload, ...session, result }, Math.max(1, remaining));
		return String(payload.returnTo);
	}

	return {
		/** What comes next for who is logged in here now. */
		async turn(id: string, principal: Principal | null): Promise<Turn> {
			const waiting = await find(id);
			if (principal !== null && isOfAnother(waiting.params, principal)) {
				const other = { error: "login_required", error_description: "Another user is logged in." };
				return { is: "done", to: await finish(waiting, other, principal) };
			}
			const step = await stepOf(waiting, principal);
			if (step.is !== "go on" || principal === null) return step.is === "go on" ? { is: "login" } : step;
			if (waiting.asksConsent) return { is: "consent" };
			return { is: "done", to: await finish(waiting, proofOf(waiting, principal), principal) };
		},

		async question(id: string): Promise<Question> {
			const { client, params } = await find(id);
			const scopes = scopesAskedFor(params, client);
			return { client, scopes, host: new URL(String(params.redirect_uri)).host };
		},

		/** Back to the application without a login, of a user who may not use it. Nothing else can come of it, so a link may lead here. */
		async leave(id: string, principal: Principal | null): Promise<string> {
			const denied = { error: "access_denied", error_description: "The user may not use this application." };
			return finish(await find(id), denied, principal);
		},

		/** Throws reauthentication_required too. */
		async answer(id: string, allow: boolean, principal: Principal, requester: Requester): Promise<string> {
			const waiting = await find(id);
			const { client, params } = waiting;
			if (!allow) {
				const denied = { error: "access_denied", error_description: "The user did not agree." };
				return finish(waiting, denied, principal);
			}
			const step = await stepOf(waiting, principal);
			if (step.is !== "go on") {
				const stepUp = { acr: step.is === "reauthenticate" ? step.acr : "aal1" };
				throw new LoginError("reauthentication_required", { stepUp });
			}
			await access.allow(client, principal.user.id, scopesAskedFor(params, client), requester);
			return finish(waiting, { ...proofOf(waiting, principal), consent: {} }, principal);
		},
	};
}

function forbidden({ id, client }: Pick<Waiting, "id" | "client">, principal: Principal | null): LoginError {
	const { user, session } = principal ?? {};
	return new LoginError("application_forbidden", {
		application: client,
		...(session === undefined ? {} : { subject: subjectOf(session) }),
		refusedLogin: { id, user: user?.displayName || user?.username || "" },
	});
}

/**
 * The application asks for a user by an id token that it has, and this is another one (OpenID Connect Core, section 3.1.2.2). Its
 * signature was checked when the login began.
 */
function isOfAnother({ id_token_hint: hint }: Waiting["params"], { user }: Principal): boolean {
	if (typeof hint !== "string") return false;
	const claims = parseObject(readJws(hint)?.payload.toString() ?? "");
	return claims?.sub !== user.id;
}

/** Nothing is read where the answer does not depend on it. */
export async function reachableBy(
	access: Pick<ApplicationAccess, "reachable">,
	{ requireAcr }: Pick<Client, "requireAcr">,
	{ acr }: Pick<Wanted, "acr">,
	principal: Pick<Principal, "user"> | null,
): Promise<Acr> {
	const isAsked = requireAcr !== null || acr.length > 0;
	return principal === null || !isAsked ? "aal1" : access.reachable(principal.user.id);
}

const proofOf = ({ payload }: Waiting, { user, session }: Principal) => ({
	...(payload.lastSubmission as object | undefined),
	login: {
		accountId: user.id,
		ts: Math.floor(session.authenticatedAt / 1000),
		amr: [...session.amr],
		acr: acrOf(session.amr),
	},
});

const asOrigin = ({ user, session }: Principal) => ({
	accountId: user.id,
	uid: session.id,
	cookie: session.id,
});

function scopesAskedFor({ scope }: Waiting["params"], client: Client): string[] {
	const asked = String(scope ?? "").split(" ");
	return client.scopes.filter((name) => asked.includes(name));
}
