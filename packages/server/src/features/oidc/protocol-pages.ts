import type { KoaContextWithOIDC } from "oidc-provider";
import type { Principal } from "../../credentials/session/session.ts";
import { isClientId } from "../../identity/application/client-settings.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { errorKind, LoginError } from "../../platform/errors.ts";
import type { PageOfRefusal, Repair } from "../../platform/http/error-handler.ts";
import { type Html, html } from "../../platform/lib/html.ts";
import type { Uses } from "../uses.ts";
import { addressOf, LOGOUT_ADDRESS } from "./refusal-reason.ts";
import type { RequestScope } from "./request-scope.ts";

interface LogoutTexts {
	done: string;
	close: string;
	ask: string;
	what: string;
	submit: string;
}

export interface ProtocolPageUses {
	/** Writes a page that says one thing. */
	plainPage(
		asked: { url: string; acceptLanguage: string | undefined },
		write: (of: { texts: { logout: LogoutTexts } }) => { heading: string; content: Html },
	): { headers: Record<string, string>; html: string };
	pageOf: PageOfRefusal;
	scope: RequestScope;
}

/** What the provider shows to people, in our words. */
export function createProtocolPages({
	cookies,
	endSession,
	plainPage,
	pageOf,
	scope,
}: Uses<"cookies" | "endSession"> & ProtocolPageUses) {
	function send(context: KoaContextWithOIDC, page: { headers: Record<string, string>; html: string }): void {
		context.set(page.headers);
		context.body = page.html;
	}

	const asked = ({ req }: KoaContextWithOIDC) => {
		const { originalUrl = "/" } = req as { originalUrl?: string };
		return { url: originalUrl, acceptLanguage: req.headers["accept-language"] };
	};

	async function logOut(context: KoaContextWithOIDC, principal: Principal): Promise<void> {
		await endSession.logOut(principal, scope.now().requester);
		context.res.appendHeader("set-cookie", cookies.session.clear());
	}

	/** Whether the application has shown the id token of this very user and, where it says so, of this session. */
	function isProven({ oidc }: KoaContextWithOIDC, { user }: Principal): boolean {
		const { payload = {} } = (oidc.entities.IdTokenHint ?? {}) as {
			payload?: { sub?: unknown; sid?: unknown };
		};
		const here = Object.values(oidc.session?.authorizations ?? {}).map(({ sid }) => sid);
		return payload.sub === user.id && (payload.sid === undefined || here.includes(String(payload.sid)));
	}

	return {
		refuse(
			context: KoaContextWithOIDC,
			{ error, error_description: what = "" }: Refused,
			cause: unknown,
		): void {
			const { disabled, isElsewhere } = scope.now();
			const refusal = isStoreUnavailable(cause)
				? new LoginError("store_unavailable")
				: disabled !== undefined
					? new LoginError("application_disabled", { application: disabled })
					: what.includes("expired")
						? new LoginError("interaction_unknown", { isElsewhere })
						: new LoginError("application_request_invalid");
			if (refusal.code === "application_disabled") context.status = errorKind(refusal.code).status;
			const page = pageOf(refusal, {
				...asked(context),
				id: scope.now().requester.requestId,
				accept: "text/html, application/xhtml+xml",
				...(disabled === undefined && { detail: what === "" ? error : `${error}: ${what}` }),
				repair: repairOf(context, { error, error_description: what }),
			});
			if (page !== null) send(context, page);
		},

		/** A logout that an application asks for: at once where it shows whose it is, else the user is asked. */
		async askToLogOut(context: KoaContextWithOIDC): Promise<void> {
			const { principal } = scope.now();
			const { session, params = {} } = context.oidc;
			const target = params.post_logout_redirect_uri as string | undefined;
			if (principal !== null && isProven(context, principal)) {
				await logOut(context, principal);
				Object.assign(session ?? {}, { state: undefined });
				return leadOn(context);
			}
			const page = plainPage(asked(context), ({ texts: { logout } }) => ({
				heading: logout.ask,
				content: html`<p>${logout.what}</p>
<form method="post" action="${context.oidc.urlFor("end_session_confirm")}">
<input type="hidden" name="xsrf" value="${String(session?.state?.secret ?? "")}">
<input type="hidden" name="logout" value="yes">
<button>${logout.submit}</button>
</form>`,
			}));
			send(context, page);
			if (target !== undefined) permitForm(context, target);
		},

		loggedOut(context: KoaContextWithOIDC): void {
			const page = plainPage(asked(context), ({ texts: { logout } }) => ({
				heading: logout.done,
				content: html`<p>${logout.close}</p>`,
			}));
			send(context, page);
		},

		/** The user has confirmed: what the provider ended was never more than our session. */
		async confirmed(context: KoaContextWithOIDC): Promise<void> {
			const { principal } = scope.now();
			if (principal !== null) await logOut(context, principal);
		},
	};
}

interface Refused {
	error: string;
	error_description?: string | undefined;
}

/** Null: the error says it all, or what was sent is not shown. */
function repairOf(
	{ oidc: { client, params = {} } }: KoaContextWithOIDC,
	{ error, error_description: what }: Refused,
): Repair | null {
	if (client === undefined) {
		const id = String(params.client_id ?? "");
		return error === "invalid_client" && isClientId(id) ? { how: "unknown", id } : null;
	}
	const option = what === LOGOUT_ADDRESS ? "--post-logout-uri" : "--redirect-uri";
	const { address } = addressOf(params.redirect_uri ?? params.post_logout_redirect_uri);
	const isAddress = error === "invalid_redirect_uri" || what === LOGOUT_ADDRESS;
	return isAddress && address !== undefined
		? { how: "register", id: client.clientId, address, option }
		: null;
}

/** After a logout: to where the application asks for, or to our page. */
function leadOn(context: KoaContextWithOIDC): void {
	const { post_logout_redirect_uri: target, state } = context.oidc.params ?? {};
	const url = new URL(String(target ?? context.oidc.urlFor("end_session_success")));
	if (target !== undefined && typeof state === "string") url.searchParams.set("state", state);
	context.status = 303;
	context.redirect(url.href);
}

/** Browsers hold the redirect after a form to the policy of its page. */
function permitForm(context: KoaContextWithOIDC, target: string): void {
	const { origin, protocol } = new URL(target);
	const policy = String(context.response.get("content-security-policy"));
	const goal = origin === "null" ? protocol : origin;
	context.set("content-security-policy", policy.replace("form-action 'self'", `form-action 'self' ${goal}`));
}

/** Nothing is left to end, which the library would say in a page with a script. */
export function logoutWithoutSession(context: KoaContextWithOIDC): void {
	const { route, session } = (context.oidc ?? {}) as Partial<KoaContextWithOIDC["oidc"]>;
	if (route !== "end_session" || context.status !== 200 || session?.accountId !== undefined) return;
	leadOn(context);
}
