import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { consentTexts } from "#texts/consent.ts";
import { docsTexts } from "#texts/docs.ts";
import { emailTexts } from "#texts/email.ts";
import { direction, frameTexts } from "#texts/frame.ts";
import { loginTexts } from "#texts/login.ts";
import { profileTexts } from "#texts/profile.ts";
import { programTexts } from "#texts/programs.ts";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import { recoveryTexts } from "#texts/recovery.ts";
import { securityTexts } from "#texts/security.ts";
import { sessionTexts } from "#texts/sessions.ts";
import { setupTexts } from "#texts/setup.ts";
import { AccountHeading } from "./account/account-heading.tsx";
import { ProfileOpening } from "./account/profile-opening.tsx";
import { SectionOpening } from "./account/section-opening.tsx";
import { ConsentPage } from "./consent/consent-page.tsx";
import { ConsoleHeading } from "./console/parts/console-heading.tsx";
import { DocsPage } from "./docs/docs-page.tsx";
import { LoginPage } from "./login/login-page.tsx";
import type { Page } from "./page.ts";
import { ReauthenticatePage } from "./reauthenticate/reauthenticate-page.tsx";
import { RecoveryPage } from "./recovery/recovery-page.tsx";
import { SetupContent } from "./setup/setup-content.tsx";

/** The pages compare it with numbers, so it cannot be a name in braces before they are rendered. */
const MINIMUM = 1_000_000_007;

/** The server replaces each name in braces by its own value, escaped. Nothing is sent while a page is rendered. */
const page = {
	to: (name) => `{base}/${name}{query}`,
	username: "{username}",
	displayName: "{name}",
	passwordMinimum: MINIMUM,
} as Page;

/**
 * What a page shows before its script has run, and the title of its tab. The script takes these very elements over, and what
 * was typed into them, so nothing jumps.
 */
const pages = {
	login: { ...login(false), remembering: login(true).content },
	recovery: rendered(recoveryTexts.heading, <RecoveryPage page={page} />),
	setup: rendered(
		setupTexts.heading,
		<SetupContent page={page} token="" username={null} isRecovery={false} />,
	),
	account: rendered(profileTexts.title, <ProfileOpening page={page} logins={undefined} />),
	"account/security": section(securityTexts.page),
	"account/sessions": section(sessionTexts.page),
	"account/programs": section(programTexts.page),
	email: rendered(emailTexts.heading, <AccountHeading>{emailTexts.heading}</AccountHeading>),
	reauthenticate: rendered(
		reauthenticateTexts.heading,
		<ReauthenticatePage page={page} query={new URLSearchParams()} />,
	),
	consent: rendered(consentTexts.heading, <ConsentPage page={page} />),
	docs: { title: docsTexts.heading },
	console: rendered("{section}", <ConsoleHeading>{"{section}"}</ConsoleHeading>),
};

/** All that the server writes in this language. The build puts it into a file: the server runs no Preact. */
export const forServer = { direction, texts: frameTexts, pages };
/** The content of the API reference. */
export const late = docs();

function login(remembers: boolean) {
	const content = <LoginPage page={{ ...page, remembers }} query={new URLSearchParams()} />;
	return rendered(loginTexts.heading, content);
}

function section(words: { title: string; intro: string }) {
	return rendered(words.title, <SectionOpening {...words} />);
}

/** Every brace of the contract itself, as in `/sessions/{id}`, is written as an entity. */
function docs(): string {
	const { content } = rendered(docsTexts.heading, <DocsPage />);
	return content.replaceAll(/\{(?!(base|base_url|csrf)\})/g, "&#123;");
}

function rendered(title: string, content: VNode): { title: string; content: string } {
	const html = renderToString(content)
		.replaceAll(String(MINIMUM), "{minimum}")
		// Without the script, a button would send the form by the browser itself.
		.replaceAll(/<button\b[^>]*/g, "$& disabled");
	return { title, content: html };
}
