import { basePathOf } from "../../platform/lib/base-path.ts";
import type { Language, PageName } from "./assets.ts";
import type { Brand } from "./brand.ts";
import { renderBrand, renderDocument, renderFooter } from "./document.ts";
import { filledIn, type Html, html } from "./html.ts";
import { langQuery } from "./languages.ts";

export interface Page {
	name: PageName;
	/** Of this session, or of the pre-session when no user is logged in. */
	csrf: string;
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	user?: { id: string; username: string; displayName: string; role: string };
	/** Fewest characters of a new password; said on the pages that ask for one. */
	passwordMinimum?: number;
	/** Where the page leads when its form is done; null: to the account page. */
	next?: string | null;
	/** Whether users may stay logged in. */
	remembers?: boolean;
	/** Whether a forgotten password is recovered by mail. */
	recovers?: boolean;
	brand: Brand;
	language: Language;
	/** The language that the address asks for: so do its links. */
	lang: string | null;
}

/**
 * The whole HTML document. The CSRF token is in the head, before any text that a user chose, so that no text
 * can capture it.
 */
export function renderShell(page: Page): string {
	const path = basePathOf(page.baseUrl);
	const asset = (file: string): string => `${path}/assets/${file}`;
	const files = page.language.pages[page.name];
	return renderDocument({
		language: page.language,
		brand: page.brand,
		title: files.title,
		styles: files.styles.map(asset),
		first: html`<meta name="csrf-token" content="${page.csrf}">
<meta name="base-url" content="${page.baseUrl}">`,
		last: html`${files.preloads.map((file) => html`<link rel="modulepreload" href="${asset(file)}">`)}
<script type="module" src="${asset(files.script)}"></script>`,
		body: html`<body data-page="${page.name}">
${header(page)}
${main(page)}
<noscript>${withoutScript(page)}</noscript>${renderFooter(page.brand, page.language)}
<p id="notice" role="status"></p>
</body>`,
	});
}

function header(page: Page): Html {
	const { name, brand, user, language, lang } = page;
	const { texts } = language;
	const to = (target: PageName): string => `${basePathOf(page.baseUrl)}/${target}${langQuery(lang)}`;
	// The login and setup pages treat the visitor as logged out, even if a session exists; the third asks for one thing only.
	if (user === undefined || ["login", "recovery", "setup", "reauthenticate"].includes(name))
		return html`<header>${renderBrand(brand, to("login"))}</header>`;
	const current = (target: PageName): Html => (name === target ? html` aria-current="page"` : html``);
	return html`<a class="skip" href="#app">${texts.skip}</a>
<header>
${renderBrand(brand, to("account"))}
<nav aria-label="${texts.pages}"><a href="${to("account")}"${current("account")}>${texts.account}</a><a href="${to("docs")}"${current("docs")}>${texts.docs}</a></nav>
<button type="button" class="quiet" id="log-out">${texts.logOut}</button>
</header>`;
}

function main(page: Page): Html {
	const {
		name,
		user,
		passwordMinimum = 15,
		next = null,
		remembers = false,
		recovers = false,
		language,
		lang,
	} = page;
	const minimum = String(passwordMinimum);
	const who =
		user &&
		html` data-username="${user.username}" data-display-name="${user.displayName}" data-role="${user.role}"`;
	const { content: usual, remembering } = language.pages[name];
	const offers = remembers && remembering !== undefined;
	const content = filledIn(offers ? remembering : usual, {
		base: basePathOf(page.baseUrl),
		query: langQuery(lang),
		name: user?.displayName || user?.username || "",
		username: user?.username ?? "",
		minimum,
	});
	const asked = lang === null ? html`` : html` data-lang="${lang}"`;
	const goal = next === null ? html`` : html` data-next="${next}"`;
	const recovery = recovers && name === "login" ? html` data-recovery` : html``;
	const stays = offers ? html` data-remember` : html``;
	return html`<main id="app" tabindex="-1" data-password-minimum="${minimum}"${asked}${who ?? html``}${goal}${stays}${recovery}>${content}</main>`;
}

/** For browsers without JavaScript: one sentence, and the same thing done from a shell. */
function withoutScript({ name, baseUrl, language }: Page): Html {
	const fetchToken = html`curl -c cookies.txt ${baseUrl}/api/auth/csrf`;
	const headers = html`-H 'Content-Type: application/json' -H 'csrf: VALUE_FROM_ABOVE'`;
	if (name === "recovery" || name === "email")
		return html`<p class="without-script">${language.texts.needsScript}</p>`;
	const commands = {
		login: html`${fetchToken}
curl -b cookies.txt -c cookies.txt ${baseUrl}/api/auth/login \\
  ${headers} \\
  -d '{"username":"YOUR_NAME","password":"YOUR_PASSWORD"}'`,
		setup: html`${fetchToken}
curl -b cookies.txt ${baseUrl}/api/auth/setup \\
  ${headers} \\
  -d '{"token":"PART_OF_THE_LINK_AFTER_#","password":"NEW_PASSWORD"}'`,
		reauthenticate: html`curl ${baseUrl}/api/auth/reauthenticate \\
  -H 'Authorization: Bearer YOUR_TOKEN' -H 'Content-Type: application/json' \\
  -d '{"password":"YOUR_PASSWORD","code":"CODE_IF_YOU_HAVE_AN_APP"}'`,
		account: html`curl -H 'Authorization: Bearer YOUR_TOKEN' ${baseUrl}/api/auth/sessions`,
		docs: html`curl ${baseUrl}/openapi.json`,
	};
	return html`<div class="without-script"><p>${language.texts.withoutScript}</p><pre>${commands[name]}</pre></div>`;
}
