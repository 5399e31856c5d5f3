/** What the provider says of a refusal, in one word for the record. A test fails when an update says it in another way. */
import type { KoaContextWithOIDC } from "oidc-provider";
import type { ReasonOf } from "../../platform/audit/events.ts";
import { clientOfContext } from "./client-metadata.ts";
import type { Scope } from "./request-scope.ts";

export const LOGOUT_ADDRESS = "post_logout_redirect_uri not registered";

/** By the beginning of the sentence. */
const reasons = Object.entries({
	"client not found": "unknown_client",
	"the provided authentication mechanism": "wrong_method",
	"client authentication must only": "wrong_method",
	"invalid secret provided": "no_such_secret",
	"redirect_uri did not match": "redirect_uri",
	[LOGOUT_ADDRESS]: "redirect_uri",
	"PKCE is missing": "pkce_missing",
	code_verifier: "wrong_verifier",
	"authorization code not found": "code_unknown",
	"authorization code is expired": "code_expired",
	"authorization code already consumed": "code_used",
	"The user may not use": "not_in_group",
	"The user did not agree": "user_refused",
} as const);

export interface ProtocolError {
	error?: string;
	error_description?: string | undefined;
	/** What clients do not get. */
	error_detail?: string;
}

/** Members of the event's detail. */
export function reasonOf(
	{ oidc }: KoaContextWithOIDC,
	{ error_description: said = "", error_detail: detail = said }: ProtocolError,
	{ isBasic, disabled }: Scope,
): { reason?: ReasonOf<"oidc_refused">; address?: string } {
	if (disabled !== undefined) return { reason: "disabled" };
	const [, reason] = reasons.find(([sentence]) => detail.startsWith(sentence)) ?? [];
	if (reason === undefined) return {};
	const { redirect_uri: back, post_logout_redirect_uri: afterLogout } = oidc.params ?? {};
	if (reason === "redirect_uri") return { reason, ...addressOf(back ?? afterLogout) };
	const isWrongPlace = reason === "no_such_secret" && otherMethodThan(oidc.client, isBasic) !== null;
	return { reason: isWrongPlace ? "wrong_method" : reason };
}

/**
 * For the developer, in the alphabet of RFC 6749 (5.2): the secret came in the header instead of the body, or the other way round, or is
 * missing. Null: that is not why. A secret in the wrong place is never looked up, so a right one and a wrong one get the same answer.
 */
export function adviceOn(
	{ oidc }: KoaContextWithOIDC,
	{ error_description: said = "", error_detail: detail = said }: ProtocolError,
	{ isBasic }: Scope,
): string | null {
	if (oidc.client === undefined) return null;
	if (detail.startsWith("requested scope is not allowed"))
		return `to permit it, name all scopes: sallyport client set ${oidc.client.clientId} --scope ...`;
	if (detail.startsWith("the provided authentication mechanism")) return missingOrTooMuch(oidc.client);
	const other = detail.startsWith("invalid secret provided") ? otherMethodThan(oidc.client, isBasic) : null;
	if (other === null) return null;
	const [came, expected] = other === "basic" ? ["header", "body"] : ["body", "header"];
	const how = `the secret came in the ${came}, and is registered for the ${expected}`;
	return `${how}: change it in the application, or here: sallyport client set ${oidc.client.clientId} --auth ${other}`;
}

function missingOrTooMuch(client: NonNullable<KoaContextWithOIDC["oidc"]["client"]>): string {
	const { authMethod, kind, id } = clientOfContext(client);
	if (authMethod === "none")
		return `a secret came, and an application of the kind ${kind} has none: leave it out in the application`;
	const place = authMethod === "client_secret_basic" ? "header" : "body";
	return `no secret came, and the application has one, for the ${place}. Another one is made by: sallyport client secret ${id}`;
}

/** How the secret was sent, where that is not how it is registered. */
function otherMethodThan(
	client: KoaContextWithOIDC["oidc"]["client"],
	isBasic: boolean,
): "basic" | "post" | null {
	if (client === undefined) return null;
	const isRegistered = (clientOfContext(client).authMethod === "client_secret_basic") === isBasic;
	if (isRegistered) return null;
	return isBasic ? "basic" : "post";
}

/** Of schemes that can be registered, in printable ASCII. */
const ADDRESS = /^(?:https?|[a-z][a-z0-9+-]*\.[a-z0-9.+-]+):[!-~]+$/i;
const MOST = 200;

/** An address that an application sent, for those who repair it: as it was sent, but for what may be secret. Empty: it is none. */
export function addressOf(sent: unknown): { address?: string } {
	const [address = ""] = String(sent ?? "").split(/[?#]/);
	if (!ADDRESS.test(address)) return {};
	return { address: address.replace(/\/\/[^/]*@/, "//").slice(0, MOST) };
}
