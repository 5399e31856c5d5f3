import type { PageName } from "./assets.ts";
import { brand, renderDocument } from "./document.ts";
import { filledIn, type Html, html } from "./html.ts";
import { basePath, type Page } from "./page.ts";
import { withoutScript } from "./without-script.ts";

export type { Page, PageUser } from "./page.ts";

/**
 * The whole HTML document. The csrf value stands in the head, before any text that a user chose, so that no text
 * can capture it.
 */
export function renderShell(page: Page): string {
	const path = basePath(page);
	const asset = (file: string): string => `${path}/assets/${file}`;
	const files = page.assets.pages[page.name];
	const icon = asset(page.assets.icon);
	return renderDocument({
		title: files.title,
		icon,
		styles: files.styles.map(asset),
		first: html`<meta name="csrf-token" content="${page.csrf}">
<meta name="base-url" content="${page.baseUrl}">`,
		last: html`${files.preloads.map((file) => html`<link rel="modulepreload" href="${asset(file)}">`)}
<script type="module" src="${asset(files.script)}"></script>`,
		body: html`<body data-page="${page.name}">
${header(page, path, icon)}
${main(page)}
<noscript>${withoutScript(page)}</noscript>
<p id="notice" role="status"></p>
</body>`,
	});
}

function header({ name, user }: Page, path: string, icon: string): Html {
	// The login and setup pages treat the visitor as logged out, even if a session exists.
	if (user === undefined || name === "login" || name === "setup")
		return html`<header>${brand(icon, `${path}/login`)}</header>`;
	const current = (target: PageName): Html => (name === target ? html` aria-current="page"` : html``);
	return html`<a class="skip" href="#app">Skip to content</a>
<header>
${brand(icon, `${path}/account`)}
<nav aria-label="Pages"><a href="${path}/account"${current("account")}>Account</a><a href="${path}/docs"${current("docs")}>API</a></nav>
<button type="button" class="quiet" id="log-out">Log out</button>
</header>`;
}

function main(page: Page): Html {
	const { user, passwordMinimum } = page;
	const minimum = String(passwordMinimum ?? 15);
	const who =
		user &&
		html` data-username="${user.username}" data-display-name="${user.displayName}" data-role="${user.role}"`;
	const content = filledIn(page.assets.pages[page.name].content, {
		base: basePath(page),
		name: user?.displayName || user?.username || "",
		minimum,
	});
	return html`<main id="app" tabindex="-1" data-password-minimum="${minimum}"${who ?? html``}>${content}</main>`;
}
