import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Client, KoaContextWithOIDC, Provider } from "oidc-provider";
import { subjectOf } from "../../credentials/session/session.ts";
import { LoginError } from "../../platform/errors.ts";
import type { OidcKeySet, OidcKeys } from "../../platform/keys/oidc-keys.ts";
import { clientOfContext } from "./client-metadata.ts";
import { configurationFor, type ProviderParts, SESSION_COOKIE } from "./configuration.ts";
import { type Library, loadOidcProvider } from "./library.ts";
import { logoutWithoutSession } from "./protocol-pages.ts";
import { adviceOn, type ProtocolError, reasonOf } from "./refusal-reason.ts";
import { createUnavailability } from "./unavailable.ts";

/** Milliseconds that a request waits for the library and the first keys: less than an application waits for an answer. */
const READY_WITHIN = 20_000;

interface Answering {
	provider: Provider;
	handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** What the provider calls, and its types leave out. A test fails when an update stops calling it. */
interface Inside {
	compareClientSecret(this: Client, secret: string): Promise<boolean>;
	backchannelLogout(this: Client): Promise<void>;
}

/**
 * The provider for the keys as they are now. It reads keys only when it is made, so a rotation makes another one: all that it remembers is
 * in the database, and nothing restarts. Loaded with the first call.
 */
export function createProviders(
	parts: ProviderParts & { keys: OidcKeys; ensureKeys: () => Promise<void>; log: ProviderLog },
) {
	let loading: Promise<Library> | null = null;
	let made: { name: string; answering: Answering } | null = null;

	/** Makes the first keys too. A failure is not kept: the next call tries again. */
	async function load(): Promise<Library> {
		loading ??= Promise.all([loadOidcProvider(), parts.ensureKeys()]).then(
			([library]) => library,
			(error) => {
				loading = null;
				throw error;
			},
		);
		return loading;
	}

	return {
		load,
		async current(): Promise<Answering> {
			const library = await atMost(READY_WITHIN, load());
			const set = await parts.keys.current();
			if (made?.name !== set.name) made = { name: set.name, answering: makeProvider(library, set, parts) };
			return made.answering;
		},
	};
}

/** A first start makes large keys, for which there may be little time on a busy machine. Throws overloaded. */
async function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new LoginError("overloaded", { retryAfter: 5 })), milliseconds);
	return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

export type ProviderLog = Record<"error", (detail: object, message: string) => void>;

function makeProvider(
	library: Library,
	set: OidcKeySet,
	parts: ProviderParts & { log: ProviderLog },
): Answering {
	const provider = new library.Provider(
		`${parts.config.baseUrl}/oidc`,
		configurationFor(library, set, parts),
	);
	// The addresses that it is asked at are written from the base URL (hand-over.ts).
	provider.proxy = true;
	const inside = provider.Client.prototype as unknown as Inside;
	inside.compareClientSecret = function (secret) {
		return isSecretOf(this, secret, parts);
	};
	// Applications learn of a logout from the end of our session, whatever ended it; no answer waits for them.
	inside.backchannelLogout = async () => {};
	const authorized = new WeakSet<object>();
	provider.on("authorization.success", (context) => void authorized.add(context));
	const advised = new WeakMap<object, string>();
	const refused = (context: KoaContextWithOIDC, error: ProtocolError) => {
		const advice = adviceOn(context, error, parts.scope.now());
		if (advice !== null) advised.set(context, advice);
		void noteRefusal(context, error, parts);
	};
	for (const name of refusing) (provider as EventEmitter).on(name, refused);
	const failed = (error: unknown) => parts.log.error({ err: error }, "OpenID Connect failed");
	provider.on("server_error", (_context, error) => failed(error));
	(provider as EventEmitter).on("error", failed);
	const whileAway = createUnavailability(provider, parts.pages, parts.log);
	provider.use(async (plain, next) => {
		const context = plain as unknown as KoaContextWithOIDC;
		refuseOtherModes(context);
		await whileAway(context, async () => {
			await next();
			addAdvice(context, advised.get(context));
			logoutWithoutSession(context);
			// It lists every way in which the library can answer.
			if (isMetadata(context.body)) context.body.response_modes_supported = ["query"];
			if (authorized.has(context)) await noteAuthorized(context, parts);
			const { route } = (context.oidc ?? {}) as { route?: string };
			if (route === "end_session_confirm" && context.status === 303) await parts.pages.confirmed(context);
		});
		dropSessionCookie(context.res);
	});
	const callback = provider.callback();
	return { provider, handle: async (request, response) => callback(request, response) };
}

/** What the provider calls a request that it refuses. */
const refusing = [
	"authorization.error",
	"grant.error",
	"userinfo.error",
	"revocation.error",
	"end_session.error",
	"end_session_confirm.error",
] as const;

/** To what the library answers, which is the same for all that may be wrong with a secret. */
function addAdvice(context: KoaContextWithOIDC, advice: string | undefined): void {
	if (advice === undefined) return;
	const body = context.body as { error_description?: string } | undefined;
	const location = URL.parse(context.response.get("location"));
	const said = body?.error_description ?? location?.searchParams.get("error_description");
	if (typeof said !== "string") return;
	if (location === null) Object.assign(body ?? {}, { error_description: `${said}: ${advice}` });
	else {
		location.searchParams.set("error_description", `${said}: ${advice}`);
		context.redirect(location.href);
	}
}

/** Anyone can cause these, so they are counted by the minute. */
async function noteRefusal(
	context: KoaContextWithOIDC,
	error: ProtocolError,
	{ scope, refusals }: ProviderParts,
): Promise<void> {
	const { client } = context.oidc ?? {};
	const { requester, principal, disabled } = scope.now();
	const subject = principal === null ? null : subjectOf(principal.session);
	const id = client === undefined ? disabled?.id : client.clientId;
	const application = id === undefined ? {} : { application: id };
	const reason = reasonOf(context, error, scope.now());
	const detail = { code: error.error ?? "invalid_request", ...reason, ...application };
	await refusals.note({ event: "oidc_refused", subject, client: requester, detail });
}

async function noteAuthorized({ oidc }: KoaContextWithOIDC, { scope, access }: ProviderParts): Promise<void> {
	const { requester, principal } = scope.now();
	if (principal === null || oidc.client === undefined) return;
	await access.noteAuthorized(clientOfContext(oidc.client), principal, requester);
}

/**
 * The library answers `form_post` by a page of its own, also where it refuses it, and our policy forbids what that page does. One that it
 * does not know is refused at the registered address.
 */
function refuseOtherModes(context: KoaContextWithOIDC): void {
	const { response_mode: mode } = context.query;
	if (typeof mode !== "string" || mode === "" || mode === "query") return;
	context.query = { ...context.query, response_mode: "unsupported" };
}

const isMetadata = (body: unknown): body is { response_modes_supported: string[] } =>
	typeof body === "object" && body !== null && "response_modes_supported" in body;

/** Only in the way that is registered: the provider takes header and body alike. */
async function isSecretOf(
	client: Client,
	secret: string,
	{ scope, access }: ProviderParts,
): Promise<boolean> {
	const isBasic = client.tokenEndpointAuthMethod === "client_secret_basic";
	return scope.now().isBasic === isBasic && (await access.isSecretOf(client.clientId, secret));
}

/** The protocol's session is ours, and has a cookie already. */
function dropSessionCookie(response: ServerResponse): void {
	const set = [response.getHeader("set-cookie") ?? []].flat().map(String);
	const kept = set.filter((each) => !each.startsWith(`${SESSION_COOKIE}=`));
	if (kept.length === set.length) return;
	if (kept.length === 0) response.removeHeader("set-cookie");
	else response.setHeader("set-cookie", kept);
}
