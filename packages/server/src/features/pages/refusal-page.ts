import { errorKind, type LoginError } from "../../platform/errors.ts";
import type { PageOfRefusal, Repair } from "../../platform/http/error-handler.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import { filledIn, type Html, html } from "../../platform/lib/html.ts";
import { langQuery } from "./languages.ts";
import type { PlainPages } from "./plain-page.ts";

/** Together they come from every browser, and from browsers only: Java's own client lists the first by default. */
const ofBrowsers = ["text/html", "application/xhtml+xml"];

/**
 * The page that a person sees whose link was refused: for browsers, outside the API. Made without the database and without
 * a script, since it must work when they do not.
 */
export function createRefusalPages(pageOf: PlainPages, baseUrl: string): PageOfRefusal {
	const path = basePathOf(baseUrl);

	return (error, { id, url, accept = "", acceptLanguage, detail = saidOf(error), repair = null }) => {
		if (!ofBrowsers.every((type) => accept.includes(type)) || url.startsWith(`${path}/api/`)) return null;
		const page = pageOf({ url, acceptLanguage }, ({ texts, lang }) => {
			// What the table of errors says to programs is of no help in a browser.
			const { refusals, advice, elsewhere, repairs, refusedLogin, requestId, start }: Texts = texts;
			const { application: { name: application = "" } = {}, refusedLogin: login } = error.details;
			const { isElsewhere = false } = error.details;
			const advised = isElsewhere ? elsewhere : (advice[error.code] ?? advice.other);
			const heading = refusals[error.code] ?? refusals.other;
			return {
				heading,
				content: html`<p>${filledIn(advised, { application, baseUrl })}</p>
${detail === "" ? html`` : html`<p class="hint">${detail}</p>`}
${repair === null ? html`` : html`<p class="hint">${filledIn(repairs[repair.how], { ...repair })}</p>`}
${errorKind(error.code).status >= 500 ? html`<p class="hint">${filledIn(requestId, { id })}</p>` : html``}
${login === undefined ? html`<p class="below"><a href="${path}/${langQuery(lang)}">${start}</a></p>` : ways(login, { application, texts: refusedLogin, path, lang })}`,
			};
		});
		return { ...page, headers: { ...page.headers, vary: `Accept, ${page.headers.vary}` } };
	};
}

/** A developer opens the address of an issuer in a browser. */
const saidOf = ({ code, details }: LoginError) => (code === "not_found" ? (details.message ?? "") : "");

interface RefusedLogin {
	user: string;
	notYou: string;
	back: string;
	account: string;
}

/** The ways out of a login to an application: as another user, to the application without a login, or to the own account. */
function ways(
	{ id, user }: { id: string; user: string },
	{
		application,
		texts: { user: isUser, notYou, back, account },
		path,
		lang,
	}: { application: string; texts: RefusedLogin; path: string; lang: string | null },
): Html {
	const here = `${path}/oidc-login/${id}`;
	return html`<p>${filledIn(isUser, { user })} <a href="${path}/login?next=${encodeURIComponent(here)}${langQuery(lang, "&")}">${notYou}</a></p>
<p class="below"><a href="${here}/leave">${filledIn(back, { application })}</a></p>
<p class="below"><a href="${path}/account${langQuery(lang)}">${account}</a></p>`;
}

interface Texts {
	/** By error code, or `other`. */
	refusals: Record<string, string> & { other: string };
	advice: Record<string, string> & { other: string };
	/** Instead of the advice, where the browser came by another address than the base URL. */
	elsewhere: string;
	/** Where the application is not for the user. */
	refusedLogin: RefusedLogin;
	repairs: Record<Repair["how"], string>;
	requestId: string;
	start: string;
}
