import assert from "node:assert/strict";
import { test } from "node:test";
import { type Language, loadAssets, type PageFiles, type PageName, pageNames } from "./assets.ts";
import type { Brand } from "./brand.ts";
import { type Page, renderShell } from "./shell.ts";

const evil = `"><script>alert('x')</script>\`&`;
const english = loadAssets().languages.find(({ locale }) => locale === "en") ?? assert.fail();
const language = withFiles({ script: "login-1a.js", preloads: ["shared-2b.js"], styles: ["design-3c.css"] });
const user = {
	id: "0b0e9f5c-5c5c-4c5c-8c5c-0b0e9f5c5c5c",
	username: "ada",
	displayName: "Ada Lovelace",
	role: "user",
	email: "ada@example.com",
	emailVerifiedAt: null,
	groups: ["analysts"],
	locale: "de-AT",
};

/** The content of the pages as they are built, beside other files. */
function withFiles(files: Partial<PageFiles>): Language {
	const pages = pageNames.map((name) => [name, { ...english.pages[name], ...files }]);
	return { ...english, pages: Object.fromEntries(pages) as Language["pages"] };
}

const brand: Brand = {
	name: "Sallyport",
	icon: { href: "/assets/mark-4d.svg", type: "image/svg+xml" },
	styles: [],
	links: [],
	files: [],
};

function page(name: PageName, changes: Partial<Page> = {}): Page {
	return {
		name,
		csrf: "c1.k.abc",
		baseUrl: "https://host.example/analytics",
		brand,
		language,
		lang: null,
		...changes,
	};
}

for (const name of pageNames) {
	test(`the ${name} page lets no value break out of its place`, () => {
		const text = renderShell(
			page(name, {
				csrf: evil,
				baseUrl: `https://host.example/${evil}`,
				next: evil,
				user: {
					...user,
					id: evil,
					username: evil,
					displayName: evil,
					role: evil,
					email: evil,
					groups: [evil],
				},
				brand: {
					...brand,
					name: evil,
					icon: { href: evil, type: evil },
					styles: [evil],
					links: [{ to: "support", href: evil }],
				},
				language: withFiles({ title: evil, script: evil, preloads: [evil], styles: [evil] }),
			}),
		);
		assert.doesNotMatch(text, /<script>|alert\('x'\)/);
		assert.equal(text.match(/<script /g)?.length, 1);
	});

	test(`the ${name} page carries the CSRF token in its head, before any text of a user`, () => {
		const text = renderShell(page(name, { language: withFiles({ title: "TITLE" }), user }));
		const csrf = text.indexOf(`<meta name="csrf-token" content="c1.k.abc">`);
		assert.ok(csrf > 0 && csrf < text.indexOf("</head>"));
		for (const later of ["TITLE", "Ada Lovelace", "ada"]) assert.ok(csrf < text.indexOf(later));
	});

	// Proves: browser-pages
	test(`the ${name} page has nothing inline that its policy would refuse`, () => {
		const text = renderShell(page(name, { user }));
		assert.doesNotMatch(text, /<style|\sstyle=|\son[a-z]+=|javascript:|data:/i);
		assert.match(text, /<script type="module" src="[^"]+"><\/script>/);
	});

	test(`the ${name} page has one h1, one main and a sentence for browsers without JavaScript, if it needs JavaScript`, () => {
		const text = renderShell(page(name, { user }));
		assert.equal(text.match(/<h1[ >]/g)?.length, 1);
		assert.equal(text.match(/<main /g)?.length, 1);
		// Only those who write programs are shown commands; the API page works without JavaScript.
		if (name === "docs") return assert.doesNotMatch(text, /<noscript>/);
		const isForPrograms = name === "account/programs";
		assert.match(text, isForPrograms ? /<noscript>.*JavaScript.*curl/s : /<noscript>.*JavaScript\.</);
		assert.equal(text.includes("curl"), isForPrograms);
	});
}

test("files and links are under the path of the base URL", () => {
	const prefixed = renderShell(page("login"));
	assert.match(prefixed, / src="\/analytics\/assets\/login-1a\.js"/);
	assert.match(prefixed, / href="\/analytics\/assets\/design-3c\.css"/);
	assert.match(prefixed, /rel="modulepreload" href="\/analytics\/assets\/shared-2b\.js"/);
	const plain = renderShell(page("login", { baseUrl: "http://localhost:8400" }));
	assert.match(plain, / src="\/assets\/login-1a\.js"/);
});

test("only a page of a logged-in user offers to log out, and none that asks for one thing", () => {
	for (const name of ["account", "docs"] as const)
		assert.match(renderShell(page(name, { user })), /id="log-out"/);
	for (const name of ["login", "recovery", "setup", "email", "reauthenticate"] as const) {
		assert.doesNotMatch(renderShell(page(name, { user })), /id="log-out"/);
	}
	assert.doesNotMatch(renderShell(page("docs")), /id="log-out"/);
});

test("each page of the account names itself among their links; other pages name none", () => {
	for (const name of pageNames) {
		const text = renderShell(page(name, { user, lang: "de" }));
		const current = [...text.matchAll(/<a href="([^"]+)" aria-current="page">/g)].map(([, href]) => href);
		assert.deepEqual(
			current,
			name.startsWith("account") || name === "console" ? [`/analytics/${name}?lang=de`] : [],
		);
	}
});

test("a page says where it leads, and whether users may stay logged in, only if there is something to say", () => {
	assert.doesNotMatch(renderShell(page("login")), /data-next|data-remember|checkbox/);
	const login = renderShell(page("login", { next: "https://app.example/?a=1&b=2", remembers: true }));
	assert.match(login, / data-next="https:\/\/app\.example\/\?a=1&amp;b=2" data-remember>.*type="checkbox"/s);
	assert.doesNotMatch(renderShell(page("setup", { remembers: true })), /data-remember/);
});

test("only the profile and the console say that users log in to applications, and only where they can", () => {
	const told = ["account", "console"];
	for (const name of pageNames) {
		assert.doesNotMatch(renderShell(page(name, { user })), /data-applications/);
		const text = renderShell(page(name, { user, hasApplications: true }));
		assert.equal(text.includes(" data-applications"), told.includes(name), name);
	}
});

test("the console names the page that its address is of, and marks its link", () => {
	const current = (below: string) => {
		const text = renderShell(page("console", { user, below }));
		return [/<h1[^>]*>([^<]*)/.exec(text)?.[1], /href="([^"]*)" aria-current="page"/.exec(text)?.[1]];
	};
	assert.deepEqual(current("console"), ["Overview", "/analytics/console"]);
	assert.deepEqual(current("console/users/one"), ["Users", "/analytics/console/users"]);
	for (const below of ["console/integrations/clients", "console/integrations/clients/one"])
		assert.deepEqual(current(below), ["Applications", "/analytics/console/integrations/clients"]);
	for (const below of ["console/nowhere", "console/usersofours", "console/integrations"])
		assert.deepEqual(current(below), ["Overview", "/analytics/console"]);
});

test("a form cannot be sent before its script has taken over", () => {
	for (const name of ["login", "setup"] as const) {
		assert.match(renderShell(page(name)), /<form [^>]*method="post">.*<button type="submit"[^>]* disabled>/s);
	}
});

test("values of the server fill the content, and none is mistaken for a placeholder", () => {
	const setup = renderShell(page("setup", { passwordMinimum: 12 }));
	assert.match(setup, />At least 12 characters\. .*>0 of at least 12 characters</s);
	assert.match(setup, /<a href="\/analytics\/login">/);
	const account = renderShell(page("account", { user: { ...user, displayName: "{base} & {minimum}" } }));
	assert.match(account, />Hello, {base} &amp; {minimum}<\/h1>/);
	assert.match(renderShell(page("account", { user: { ...user, displayName: "" } })), />Hello, ada<\/h1>/);
	for (const name of pageNames) assert.doesNotMatch(renderShell(page(name, { user })), /{\w+}/);
});

test("a form as served has no nodes between its elements, so the script leaves them and the focus in place", () => {
	for (const name of ["login", "setup"] as const) {
		assert.doesNotMatch(renderShell(page(name)), /<main .*>\s+<.*<\/main>/s);
	}
});
