import type { ClientScope } from "../../identity/application/client.ts";
import type { ClientSettings } from "../../identity/application/client-settings.ts";
import type { Said } from "../../platform/config/appearance-settings.ts";

/**
 * How a known application is registered, and what its own configuration says then. Texts have placeholders: `{url}` of the application,
 * without a slash at its end; `{url_encoded}`; `{issuer}`, `{authorization}`, `{token}`, `{userinfo}` and `{end_session}` of this service;
 * `{client_id}` and `{client_secret}`. What is in two braces is for the application to fill.
 */
export interface Template extends Pick<ClientSettings, "redirectUris" | "postLogoutUris" | "logoutUri"> {
	/** By which commands call it. */
	name: string;
	/** The name of the application, for people. */
	title: string;
	kind: ClientSettings["kind"];
	authMethod: ClientSettings["authMethod"];
	pkce: ClientSettings["pkce"];
	scopes: readonly ClientScope[];
	/** False: it runs on devices, and has no address. */
	hasUrl: boolean;
	/** Whether it was tried with this service, or follows the documents of the application alone. */
	checked: "run here" | "by its documents";
	/** Those documents. */
	documents: string;
	/** Where the lines go. */
	where: Said;
	lines: string;
	/**
	 * Who becomes admin, how accounts are linked, which way in stays, what a logout there does, and traps. A sentence or a few each, in
	 * Markdown. What a logout here does follows by itself where it is not notified.
	 */
	notes: readonly Said[];
}

const everyday = ["openid", "profile", "email", "groups"] as const;

/** Of an application on a server with a secret, PKCE, and nothing unusual. */
export const usual = {
	kind: "web",
	authMethod: "client_secret_basic",
	pkce: "required",
	scopes: everyday,
	postLogoutUris: [],
	logoutUri: null,
	hasUrl: true,
	checked: "by its documents",
} as const satisfies Partial<Template>;
