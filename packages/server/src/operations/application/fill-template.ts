import { mistakeInAddress } from "../../identity/application/address-rule.ts";
import type { Client } from "../../identity/application/client.ts";
import type { AskedSettings } from "../../identity/application/client-settings.ts";
import { endpoints, issuerOf } from "../../identity/application/endpoints.ts";
import type { Said } from "../../platform/config/appearance-settings.ts";
import { invalid } from "../../platform/errors.ts";
import type { Template } from "./template.ts";

/** What a template is filled with: the application's own address; null: it has none. */
type Url = string | null;

/** What goes into the configuration of the application. */
export interface Setup {
	where: Said;
	lines: string;
	notes: Said[];
	documents: string;
	checked: Template["checked"];
}

/** Their notes are long, and few requests ask for them. */
export const loadTemplates = () => import("./templates.ts");

/** Throws validation_failed. */
export async function requireTemplate(name: string): Promise<Template> {
	const { templates } = await loadTemplates();
	const found = templates.find((template) => template.name === name);
	if (found !== undefined) return found;
	const names = templates.map((template) => template.name).join(", ");
	throw invalid("/template", "unknown", `There is no template of this name. There are: ${names}.`);
}

/** The address without a slash at its end; the settings made from it are checked as any others. Throws validation_failed. */
export function requireUrl({ hasUrl, title }: Template, given: string | undefined): Url {
	if (!hasUrl) {
		if (given === undefined) return null;
		throw invalid("/url", "unknown", `${title} runs on devices: leave the address out.`);
	}
	const url = given?.replace(/\/+$/, "");
	if (url === undefined || url.includes("?"))
		throw invalid(
			"/url",
			"malformed",
			"The url is the address of the application, such as https://app.example.com.",
		);
	// Whether plain http is permitted is decided with the settings.
	const mistake = mistakeInAddress(url, { use: "call", kind: "web", insecure: true });
	if (mistake !== null) throw invalid("/url", "malformed", `This address ${mistake}.`);
	return url;
}

/** The settings of an application by its template. What was asked for beside it comes before. */
export function settingsOf(template: Template, url: Url, asked: AskedSettings): AskedSettings {
	const { title, kind, authMethod, pkce, scopes, redirectUris, postLogoutUris, logoutUri } = template;
	const fillAll = (texts: readonly string[]) => texts.map((text) => fill(text, { url: url ?? "" }));
	const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
	return {
		name: title,
		kind,
		authMethod,
		pkce,
		scopes,
		redirectUris: fillAll(redirectUris),
		postLogoutUris: fillAll(postLogoutUris),
		logoutUri: logoutUri === null ? null : fill(logoutUri, { url: url ?? "" }),
		launchUrl: url,
		...given,
	};
}

interface Filled {
	url: Url;
	baseUrl: string;
	id: string;
	/** null: it has none. */
	secret: string | null;
	/** Where it was registered to be notified; null: nowhere. */
	logoutUri: string | null;
}

const NOT_NOTIFIED: Said = {
	en: "It is not notified of logouts: after a logout here, users who are in there stay in until its own session ends.",
	de: "Von Abmeldungen wird sie nicht benachrichtigt: Wer dort angemeldet ist, bleibt es nach einer Abmeldung hier, bis ihre eigene Sitzung endet.",
};

/** What to write on the side of the application. */
export function setupOf(template: Template, { url, baseUrl, id, secret, logoutUri }: Filled): Setup {
	const issuer = issuerOf(baseUrl);
	const values = {
		url: url ?? "",
		url_encoded: encodeURIComponent(url ?? ""),
		issuer,
		authorization: `${issuer}${endpoints.authorization}`,
		token: `${issuer}${endpoints.token}`,
		userinfo: `${issuer}${endpoints.userinfo}`,
		end_session: `${issuer}${endpoints.endSession}`,
		client_id: id,
		client_secret: secret ?? "",
	};
	const { where, lines, notes, documents, checked } = template;
	const filled = ({ en, de }: Said): Said => ({ en: fill(en, values), de: fill(de, values) });
	return {
		where: filled(where),
		lines: fill(lines, values),
		notes: [...notes.map(filled), ...(logoutUri === null ? [NOT_NOTIFIED] : [])],
		documents,
		checked,
	};
}

/** Where the lines have the secret, which is shown once. */
const SECRET = "YOUR_SECRET";

type LooksLike = Pick<
	Client,
	"id" | "name" | "kind" | "launchUrl" | "logoutUri" | "authMethod" | "redirectUris"
>;

/** The same of an application that still has the name and the redirect URIs of a template; null: it looks like none. */
export async function setupAgain(client: LooksLike, baseUrl: string): Promise<Setup | null> {
	const { templates } = await loadTemplates();
	const { id, name, kind, launchUrl: url, logoutUri, authMethod, redirectUris } = client;
	const template = templates.find(
		(each) =>
			each.kind === kind &&
			name.toLowerCase().includes(each.title.toLowerCase()) &&
			each.redirectUris.map((text) => fill(text, { url: url ?? "" })).join() === redirectUris.join(),
	);
	const secret = authMethod === "none" ? null : SECRET;
	return template === undefined ? null : setupOf(template, { url, baseUrl, id, secret, logoutUri });
}

const fill = (text: string, values: Record<string, string>): string =>
	text.replace(/(?<!\{)\{([a-z_]+)\}(?!\})/g, (whole, name: string) => values[name] ?? whole);
