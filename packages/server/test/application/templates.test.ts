/** Every template makes an application that is allowed, and lines without a gap. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { it } from "node:test";
import { readClientSettings } from "../../src/identity/application/client-settings.ts";
import { settingsOf, setupAgain, setupOf } from "../../src/operations/application/fill-template.ts";
import { templates } from "../../src/operations/application/templates.ts";

const baseUrl = "https://login.example.com";

it("each template makes settings that are allowed, on a path too, and lines that say issuer, id and secret", async () => {
	for (const template of templates)
		for (const at of ["https://app.example.com", "https://example.com/app"]) {
			const url = template.hasUrl ? at : null;
			const asked = settingsOf(template, url, {});
			const settings = readClientSettings(asked, null, { offlineMost: 90 });
			for (const text of [...settings.redirectUris, ...settings.postLogoutUris])
				assert.ok(url === null || text.startsWith(url), `${template.name} ${text}`);
			const secret = settings.authMethod === "none" ? null : "the-secret";
			const { lines, where, notes } = setupOf(template, {
				url,
				baseUrl,
				id: "the-id",
				secret,
				logoutUri: null,
			});
			const said = [where, ...notes].flatMap((each) => Object.values(each));
			assert.doesNotMatch(`${lines} ${said.join(" ")}`, /(?<!\{)\{[a-z_]+\}/, template.name);
			assert.ok(lines.includes("the-id"), template.name);
			assert.equal(lines.includes("the-secret"), secret !== null, template.name);
			// Seen again, with the place of the secret; not of one that is called otherwise.
			const again = await setupAgain({ ...settings, id: "the-id" }, baseUrl);
			assert.equal(again?.lines.replace("YOUR_SECRET", "the-secret"), lines, template.name);
			assert.equal(await setupAgain({ ...settings, id: "the-id", name: "Ours" }, baseUrl), null);
			if (template.name !== "argocd-cli") assert.match(lines, /https:\/\/login\.example\.com\/oidc/);
		}
});

it("the addresses that lines lead back to are registered", () => {
	for (const template of templates) {
		const url = template.hasUrl ? "https://app.example.com" : null;
		const { redirectUris = [], postLogoutUris = [] } = settingsOf(template, url, {});
		const { lines } = setupOf(template, {
			url,
			baseUrl,
			id: "the-id",
			secret: "the-secret",
			logoutUri: null,
		});
		for (const [, address = ""] of lines.matchAll(/post_logout_redirect_uri=(https[^\s&]+)/g))
			assert.ok(postLogoutUris.includes(decodeURIComponent(address)), `${template.name} ${address}`);
		for (const [, address = ""] of lines.matchAll(/redirect_ur[il](?:: | = )"(https[^"]+)"/gi))
			assert.ok(redirectUris.includes(address), `${template.name} ${address}`);
	}
});

it("what an application fills itself reaches it as it is", () => {
	const [argocd] = templates.filter(({ name }) => name === "argocd");
	assert.ok(argocd !== undefined);
	const filled = { url: "https://cd.example.com", baseUrl, id: "id", secret: "secret", logoutUri: null };
	const { lines } = setupOf(argocd, filled);
	assert.ok(
		lines.includes("/session/end?id_token_hint={{token}}&post_logout_redirect_uri={{logoutRedirectURL}}\n"),
	);
});

it("there is a page for each template, with what its command prints, and no other page", () => {
	const folder = new URL("../../../../docs/applications/", import.meta.url);
	assert.deepEqual(readdirSync(folder).sort(), templates.map(({ name }) => `${name}.md`).sort());
	for (const template of templates) {
		const url = template.hasUrl ? `https://${template.name}.example.com` : null;
		const { logoutUri } = template;
		const setup = setupOf(template, { url, baseUrl, id: "CLIENT_ID", secret: "CLIENT_SECRET", logoutUri });
		const page = readFileSync(new URL(`${template.name}.md`, folder), "utf8");
		assert.ok(page.includes(`\n\`\`\`\n${setup.lines}\n\`\`\`\n`), template.name);
		for (const { en } of setup.notes) assert.ok(page.includes(`\n- ${en}\n`), en);
		assert.equal(page.includes("\n- It is not notified of logouts: "), logoutUri === null, template.name);
	}
});

it("each template has two to five notes, of whole sentences in each language", () => {
	for (const { name, notes } of templates) {
		assert.ok(notes.length >= 2 && notes.length <= 5, name);
		for (const note of notes.flatMap((each) => Object.values(each)))
			assert.match(note, /^[A-Z`].*[.]$/, name);
	}
});

it("a note names the same code in each language, and is translated around it", () => {
	const codeIn = (text: string) => [...text.matchAll(/`[^`]*`|\{\w+\}/g)].map(String).sort();
	for (const { name, notes } of templates)
		for (const { en, de } of notes) {
			assert.deepEqual(codeIn(de), codeIn(en), name);
			assert.notEqual(de, en, name);
			assert.doesNotMatch(de.replaceAll(/`[^`]*`/g, ""), /\b(the|is|of|there|user)\b/, name);
		}
});

it("templates are in the order of their names, each with its documents", () => {
	const names = templates.map(({ name }) => name);
	assert.deepEqual(names, [...new Set(names)].sort());
	for (const { documents } of templates) assert.match(documents, /^https:\/\//);
});

it("what is asked for beside a template comes before what it says", () => {
	const [grafana] = templates.filter(({ name }) => name === "grafana");
	assert.ok(grafana !== undefined);
	const asked = settingsOf(grafana, "https://g.example.com", { name: "Metrics", allowedGroups: ["ops"] });
	assert.deepEqual([asked.name, asked.allowedGroups], ["Metrics", ["ops"]]);
	assert.deepEqual(asked.redirectUris, ["https://g.example.com/login/generic_oauth"]);
});
