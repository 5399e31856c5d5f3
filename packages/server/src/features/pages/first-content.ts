import { type Html, html } from "./html.ts";
import { basePath, type Page } from "./page.ts";

/**
 * What stands on a page before its script has run. The script takes these very elements over (and what was typed into
 * them), so nothing jumps; the texts are those of packages/web/src (texts.ts), and a test there compares them.
 * The buttons are off until then, or a form would be sent by the browser itself.
 */
export function firstContent(page: Page): Html {
	const minimum = String(page.passwordMinimum ?? 15);
	switch (page.name) {
		case "login":
			return html`<h1>Log in</h1>
<form class="card" method="post">
<div class="field"><label for="username">Username</label><input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></div>
${passwordField("password", "Password", "current-password")}
<div class="alert" role="alert"></div>
<div class="banner" role="status"></div>
<div class="actions"><button type="submit" disabled>Log in</button></div>
</form>`;
		case "setup":
			return html`<h1>Choose your password</h1>
<form class="card" method="post">
<p class="hint">At least ${minimum} characters. Four or five unrelated words make a good passphrase; spaces are welcome.</p>
${passwordField("new-password", "New password", "new-password", `0 of at least ${minimum} characters`)}
${passwordField("repeated-password", "Repeat the new password", "new-password")}
<div class="alert" role="alert"></div>
<div class="banner" role="status"></div>
<div class="actions"><button type="submit" disabled>Save password and log in</button></div>
</form>
<p class="below"><a href="${basePath(page)}/login">I have a password already</a></p>`;
		case "account":
			return html`<h1>Hello, ${page.user?.displayName || page.user?.username || ""}</h1>
<p class="intro">What your programs need to log in, and what is logged in as you.</p>
<div class="last-login" role="status"><p></p></div>
<section class="card"><h2>Log in from a program</h2></section>`;
		case "docs":
			return html`<h1>API</h1>`;
	}
}

function passwordField(id: string, label: string, autocomplete: string, hint?: string): Html {
	const below = hint === undefined ? html`` : html`<p class="hint">${hint}</p>`;
	return html`<div class="field"><label for="${id}">${label}</label><div class="secret"><input id="${id}" name="${id}" type="password" autocomplete="${autocomplete}" required><button type="button" class="reveal" disabled>Show</button></div>${below}</div>`;
}
