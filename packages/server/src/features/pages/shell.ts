import { locales } from "../../platform/config/appearance-settings.ts";
import { findLocale } from "../../platform/http/choose-locale.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import { filledIn, type Html, html } from "../../platform/lib/html.ts";
import type { Language, PageName } from "./assets.ts";
import type { Brand } from "./brand.ts";
import { renderBrand, renderDocument, renderFooter } from "./document.ts";
import { langQuery } from "./languages.ts";

export interface Page {
	name: PageName;
	/** Of this session, or of the pre-session when no user is logged in. */
	csrf: string;
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	user?: {
		id: string;
		username: string;
		displayName: string;
		role: string;
		email: string | null;
		emailVerifiedAt: number | null;
		groups: readonly string[];
		locale: string | null;
	};
	/** Fewest characters of a new password; said on the pages that ask for one. */
	passwordMinimum?: number;
	/** Where the page leads when its form is done; null: to the account page. */
	next?: string | null;
	/** Whether users may stay logged in. */
	remembers?: boolean;
	/** Whether a forgotten password is recovered by mail. */
	recovers?: boolean;
	/** Whether the service sends mail, so that users can change their address. */
	mails?: boolean;
	/** Whether users log in to applications through the service. */
	hasApplications?: boolean;
	brand: Brand;
	language: Language;
	/** The language that the address asks for: so do its links. */
	lang: string | null;
	/** The path of its address, below the base URL. */
	below?: string;
	/** Whether the console is open to the user. */
	administers?: boolean;
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
		title: files.title.replace("{section}", sectionOf(page).text),
		styles: files.styles.map(asset),
		first: html`<meta name="csrf-token" content="${page.csrf}">
<meta name="base-url" content="${page.baseUrl}">`,
		last: html`${files.preloads.map((file) => html`<link rel="modulepreload" href="${asset(file)}">`)}
<script type="module" src="${asset(files.script)}"></script>`,
		body: html`<body data-page="${page.name}"${isWide(page.name) ? html` class="wide"` : html``}>
${header(page)}
${main(page)}
${withoutScript(page)}${renderFooter(page.brand, page.language)}
</body>`,
	});
}

/** The other pages ask for one thing only, and look like the login. */
const isWide = (name: PageName): boolean =>
	name.startsWith("account") || name === "docs" || name === "console";

/** Pages to which another one leads. */
const partOf: Partial<Record<PageName, PageName>> = { docs: "account/programs" };

/** The part of the console that the address is in. */
function sectionOf({ below = "", language }: Page): { name: string; text: string } {
	const { console } = language.texts;
	// The overview, which is above all others, is the first of them.
	const found = Object.entries(console).findLast(([name]) => `${below}/`.startsWith(`${name}/`));
	const [name, text] = found ?? ["console", console.console];
	return { name, text };
}

function header(page: Page): Html {
	const { brand, user, language, lang, administers = false } = page;
	const { texts } = language;
	const name = page.name === "console" ? sectionOf(page).name : page.name;
	const to = (target: string): string => `${basePathOf(page.baseUrl)}/${target}${langQuery(lang)}`;
	// Some treat the visitor as logged out, even if a session exists.
	const home = user === undefined || ["login", "recovery", "setup"].includes(name) ? "login" : "account";
	if (user === undefined || !isWide(page.name)) return html`<header>${renderBrand(brand, to(home))}</header>`;
	const current = (target: string): Html =>
		name === target
			? html` aria-current="page"`
			: partOf[page.name] === target
				? html` aria-current="true"`
				: html``;
	const link = ([target, text]: [string, string]): Html =>
		html`<a href="${to(target)}"${current(target)}>${text}</a>`;
	if (page.name === "console")
		return html`<a class="skip" href="#app">${texts.skip}</a>
<header>
${renderBrand(brand, to("console"))}
<button type="button" class="quiet" id="find" disabled>${texts.find}</button>
<nav aria-label="${texts.administration}">${Object.entries(texts.console).map(link)}</nav>
<a class="own" href="${to("account")}"><span class="unseen">${texts.ownAccount}: </span><bdi>${user.username}</bdi></a>
<button type="button" class="quiet" id="log-out">${texts.logOut}</button>
</header>
<p id="notice" class="alert" role="alert"></p>`;
	const links = Object.entries(texts.account);
	if (administers) links.push(["console", texts.administration]);
	return html`<a class="skip" href="#app">${texts.skip}</a>
<header>
${renderBrand(brand, to("account"))}
<button type="button" class="quiet" id="log-out">${texts.logOut}</button>
<nav aria-label="${texts.pages}">${links.map(link)}</nav>
</header>
<p id="notice" class="alert" role="alert"></p>`;
}

function main(page: Page): Html {
	const { name, user, passwordMinimum = 15, next = null, remembers = false, recovers = false } = page;
	const { brand, language, lang } = page;
	const minimum = String(passwordMinimum);
	const who =
		user &&
		html` data-username="${user.username}" data-display-name="${user.displayName}" data-role="${user.role}"`;
	const { content: usual, remembering } = language.pages[name];
	const offers = remembers && remembering !== undefined;
	const content = filledIn(offers ? remembering : usual(), {
		base: basePathOf(page.baseUrl),
		base_url: page.baseUrl,
		// Without its cookie, that of a visitor who is not logged in is worth nothing.
		csrf: user === undefined ? "CSRF_VALUE" : page.csrf,
		query: langQuery(lang),
		section: name === "console" ? sectionOf(page).text : "",
		name: user?.displayName || user?.username || "",
		username: user?.username ?? "",
		minimum,
	});
	const asked = lang === null ? html`` : html` data-lang="${lang}"`;
	const goal = next === null ? html`` : html` data-next="${next}"`;
	const recovery = recovers && name === "login" ? html` data-recovery` : html``;
	const stays = offers ? html` data-remember` : html``;
	const mailed = name === "console" && page.mails === true ? html` data-mails` : html``;
	const lists = name === "account" || name === "console";
	const listed = lists && page.hasApplications === true ? html` data-applications` : html``;
	const details = name === "account" ? html` data-details="${detailsOf(page)}"` : html``;
	const support = brand.links.find(({ to }) => to === "support");
	const help = name === "setup" && support !== undefined ? html` data-help="${support.href}"` : html``;
	return html`<main id="app" tabindex="-1" data-password-minimum="${minimum}"${asked}${who ?? html``}${goal}${stays}${recovery}${mailed}${listed}${details}${help}>${content}</main>`;
}

/** What the profile shows, for its script. */
function detailsOf({ user, mails = false }: Page): string {
	const { email = null, emailVerifiedAt = null, groups = [], locale = null } = user ?? {};
	const isConfirmed = emailVerifiedAt !== null;
	const language = locale === null ? null : findLocale(locales, locale);
	return JSON.stringify({ email, isConfirmed, canChange: mails, groups, language, languages: locales });
}

/** For browsers without JavaScript: one sentence and, to those who write programs, what goes without. The API page needs none. */
function withoutScript({ name, baseUrl, language }: Page): Html {
	const { needsScript, withoutScript } = language.texts;
	if (name === "docs") return html``;
	if (name !== "account/programs")
		return html`<noscript><p class="without-script">${needsScript}</p></noscript>`;
	const command = `curl -H 'Authorization: Bearer YOUR_TOKEN' ${baseUrl}/api/auth/session`;
	return html`<noscript><div class="without-script"><p>${withoutScript}</p><pre>${command}</pre></div></noscript>`;
}
