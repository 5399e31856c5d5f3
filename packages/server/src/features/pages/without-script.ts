import { type Html, html } from "./html.ts";
import type { Page } from "./page.ts";

/** For browsers without JavaScript: one sentence, and the same thing done from a shell. */
export function withoutScript({ name, baseUrl }: Page): Html {
	const login = html`curl -c cookies.txt ${baseUrl}/api/auth/csrf
curl -b cookies.txt -c cookies.txt ${baseUrl}/api/auth/login \\
  -H 'Content-Type: application/json' -H 'csrf: VALUE_FROM_ABOVE' \\
  -d '{"username":"YOUR_NAME","password":"YOUR_PASSWORD"}'`;
	const setup = html`curl -c cookies.txt ${baseUrl}/api/auth/csrf
curl -b cookies.txt ${baseUrl}/api/auth/setup \\
  -H 'Content-Type: application/json' -H 'csrf: VALUE_FROM_ABOVE' \\
  -d '{"token":"PART_OF_THE_LINK_AFTER_#","password":"NEW_PASSWORD"}'`;
	const sessions = html`curl -H 'Authorization: Bearer YOUR_TOKEN' ${baseUrl}/api/auth/sessions`;
	const openapi = html`curl ${baseUrl}/openapi.json`;
	const commands = { login, setup, account: sessions, docs: openapi }[name];
	return html`<div class="without-script"><p>This page needs JavaScript. The same works with curl:</p><pre>${commands}</pre></div>`;
}
