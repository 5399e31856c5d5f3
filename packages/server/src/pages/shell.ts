import type { PageName } from "./assets.ts";
import { firstContent } from "./first-content.ts";
import { closedUp, type Html, html } from "./html.ts";
import { basePath, type Page } from "./page.ts";
import { withoutScript } from "./without-script.ts";

export type { Page, PageUser } from "./page.ts";

/**
 * The whole HTML document. The csrf value stands in the head, before any text that a user chose, so that no text
 * can capture it. Script and style come from files only: the policy of the pages allows nothing inline.
 */
export function renderShell(page: Page): string {
	const path = basePath(page);
	const asset = (file: string): string => `${path}/assets/${file}`;
	const files = page.assets.pages[page.name];
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="csrf-token" content="${page.csrf}">
<meta name="base-url" content="${page.baseUrl}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · Sallyport</title>
<link rel="icon" type="image/svg+xml" href="${asset(page.assets.icon)}">
${files.styles.map((file) => html`<link rel="stylesheet" href="${asset(file)}">`)}
${files.preloads.map((file) => html`<link rel="modulepreload" href="${asset(file)}">`)}
<script type="module" src="${asset(files.script)}"></script>
</head>
<body data-page="${page.name}">
${header(page, path, asset(page.assets.icon))}
${main(page)}
<noscript>${withoutScript(page)}</noscript>
<p id="notice" role="status"></p>
</body>
</html>
`.html;
}

function header({ name, user }: Page, path: string, icon: string): Html {
	const brand = html`<img src="${icon}" alt="" width="32" height="32"><span>Sallyport</span>`;
	// Whoever logs in or sets a password is nobody yet for these pages, even with a session from before.
	if (user === undefined || name === "login" || name === "setup")
		return html`<header><a class="brand" aria-label="Sallyport" href="${path}/login">${brand}</a></header>`;
	const current = (target: PageName): Html => (name === target ? html` aria-current="page"` : html``);
	return html`<a class="skip" href="#app">Skip to content</a>
<header>
<a class="brand" aria-label="Sallyport" href="${path}/account">${brand}</a>
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
	return html`<main id="app" tabindex="-1" data-password-minimum="${minimum}"${who ?? html``}>${closedUp(firstContent(page))}</main>`;
}
