import assert from "node:assert/strict";
import { test } from "node:test";
import { type PageName, pageNames } from "../../server/src/features/pages/assets.ts";
import { renderShell } from "../../server/src/features/pages/shell.ts";
import { accountTexts } from "./account/texts.ts";
import { docsTexts } from "./docs/texts.ts";
import { texts } from "./texts.ts";

const files = { script: "a.js", preloads: [], styles: ["a.css"] };
const assets = { icon: "a.svg", pages: { login: files, setup: files, account: files, docs: files } };
const user = { id: "1", username: "ada", displayName: "Ada", role: "user" };
const { login, setup, newPassword, reveal } = texts;
const { greeting, program } = accountTexts;

/** What each page says first; the script then says the same, so that nothing jumps. */
const first: Record<PageName, string[]> = {
	login: [login.heading, login.username, login.password, reveal.show, login.submit],
	setup: [
		setup.heading,
		newPassword.guidance(12),
		newPassword.first,
		newPassword.count(0, 12),
		newPassword.second,
		setup.submit,
		setup.haveOne,
	],
	account: [greeting.hello("Ada"), greeting.intro, program.heading],
	docs: [docsTexts.heading],
};

for (const name of pageNames) {
	test(`the ${name} page as served says what its script says`, () => {
		const page = {
			name,
			title: "t",
			csrf: "c",
			baseUrl: "https://host.example",
			passwordMinimum: 12,
			user,
			assets,
		};
		const served = renderShell(page);
		for (const text of first[name]) assert.ok(served.includes(`>${text}<`), text);
	});
}
