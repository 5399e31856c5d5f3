// At length: it walks each journey in three shapes, in Chromium.
/** What an admin does with users, by mouse and by keyboard, on a phone and a desktop, in three languages and on both databases. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "../support/browser.ts";
import { accountPage } from "../support/browser-acts.ts";
import { dialog, row, toast, userNamed } from "../support/console-journey.ts";
import { inShapes, type Shape, shapes, type Walk } from "../support/console-shapes.ts";
import type { Hand } from "../support/hands.ts";
import { administrationOf, claimsIn, logInForToken } from "../support/people.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { createVerifierUnderTest, refuses } from "../support/verifier-under-test.ts";

inShapes({
	name: "an admin of many users",
	settings: { SALLYPORT_TOKEN_CLAIMS: "groups" },
	async prepare(service) {
		const { users } = administrationOf(service);
		for (let number = 100; number < 600; number++)
			await users.add({ name: `w-${number}`, role: "user", passwordHash: null });
	},
	journeys(walked) {
		walked(
			"500 users are selected at once and put into a group",
			async ({ service, words, named, inConsole }) => {
				const { consoleTexts, consoleUserTexts } = words;
				const { bulk } = consoleUserTexts;
				const group = named("all");
				await administrationOf(service).groups.add(group);
				await inConsole("users?q=w-", async ({ page, hand }) => {
					const button = (name: string) => page.getByRole("button", { name, exact: true });
					await hand.tick(page.getByLabel(consoleTexts.list.selectAll));
					await hand.press(button(bulk.selectAll(500)));
					await page.getByText(consoleTexts.list.selected(500)).waitFor();
					await openActs(page, hand);
					await hand.press(button(bulk.addGroup));
					const form = dialog(page, bulk.ask.add_group(bulk.users(500)));
					await hand.write(form.getByLabel(bulk.group), group);
					await hand.press(form.getByRole("button", { name: bulk.addGroup }));
					await toast(page, bulk.done.add_group(bulk.users(500)));
					await hand.press(button(consoleTexts.undo));
					await toast(page, consoleTexts.undone);
					await hand.tick(page.getByLabel(consoleTexts.list.select("w-100")));
				});
				for (const name of ["w-100", "w-599"])
					assert.ok(!(await userNamed(service, name)).groups.includes(group));
			},
		);

		walked(
			"A user who is invited sets a password by the link, is in the group that tokens name, and is refused offline within ten seconds of the end of a role",
			async (walk) => {
				const { service, words, named } = walk;
				const [name, group] = [named("cleo"), named("staff")];
				await administrationOf(service).groups.add(group);
				const link = await invite(walk, { name, group });
				await walk.inBrowser(async ({ page, hand, inWords }) => {
					await page.goto(inWords(link));
					const { first, second } = words.newPasswordTexts;
					const field = (label: string) => page.getByLabel(label, { exact: true });
					await hand.write(field(first), ADMIN_PASSWORD);
					await hand.write(field(second), ADMIN_PASSWORD);
					await hand.press(page.getByRole("button", { name: words.setupTexts.submit }));
					await accountPage(page);
				});
				const login = await logInForToken(service, name);
				const { role, groups } = claimsIn(login);
				assert.deepEqual({ role, groups }, { role: "admin", groups: [group] });
				const verifier = createVerifierUnderTest(service);
				try {
					const token = String(login.body?.token);
					assert.deepEqual((await verifier.verify(token)).groups, [group]);
					await demote(walk, { name, group });
					await verifier.pass(10_000);
					await refuses(verifier.verify(token), "session_ended");
					assert.equal(claimsIn(await logInForToken(service, name)).role, "user");
				} finally {
					verifier.close();
				}
			},
		);

		walked(
			"A file with a bad line 7 is tried out, corrected, and imported",
			async ({ service, words, named, inConsole }) => {
				const { consoleUserTexts, consoleImportTexts } = words;
				const group = named("crew");
				await administrationOf(service).groups.add(group);
				const lines = ["lin", "sam", "kim", "pat", "tom"].map((stem) => `${named(stem)};${stem};${group}`);
				const fileOf = (last: string) => ({
					name: "people.csv",
					mimeType: "text/csv",
					buffer: Buffer.from(`username;name;groups\r\n${[...lines, last].join("\r\n")}\r\n`),
				});
				await inConsole("users", async ({ page, hand }) => {
					const button = (name: string) => page.getByRole("button", { name, exact: true });
					await hand.press(page.getByRole("link", { name: consoleUserTexts.import }));
					await page.locator("h1:focus").getByText(consoleImportTexts.title).waitFor();
					await hand.bring(
						page.getByLabel(consoleImportTexts.pick, { exact: true }),
						fileOf(`${named("zoe")};Zoe;nowhere`),
					);
					await hand.press(button(consoleImportTexts.tryOut));
					await page.locator("h2:focus").getByText(consoleImportTexts.tried(5, 1)).waitFor();
					assert.match(await row(page, named("zoe")).last().innerText(), /^7\b/);
					await hand.bring(
						page.getByLabel(consoleImportTexts.pickAgain),
						fileOf(`${named("zoe")};Zoe;${group}`),
					);
					await page.locator("h2:focus").waitFor({ state: "detached" });
					await hand.press(button(consoleImportTexts.tryOut));
					await page.locator("h2:focus").getByText(consoleImportTexts.tried(6, 0)).waitFor();
					await hand.press(button(consoleImportTexts.import(6)));
					await page
						.locator("h2:focus")
						.getByText(consoleImportTexts.added(6, 0, 0))
						.waitFor();
					await hand.press(page.getByRole("link", { name: consoleImportTexts.toUsers }));
					await row(page, named("zoe")).waitFor();
				});
				assert.deepEqual((await userNamed(service, named("lin"))).groups, [group]);
			},
		);
	},
});

/** On a phone they are folded. */
async function openActs(page: Page, hand: Hand): Promise<void> {
	const fold = page.locator(".bulk summary");
	if (await fold.isVisible()) await hand.press(fold);
}

interface Whom {
	name: string;
	group: string;
}

/** Adds an admin and puts them into a group; resolves with the link to set a password. */
async function invite({ words, inConsole }: Walk, { name, group }: Whom): Promise<string> {
	const { make, made } = words.consoleUserTexts;
	const { members } = words.consoleGroupTexts;
	let link = "";
	await inConsole("users", async ({ page, hand }) => {
		await hand.press(page.getByRole("button", { name: words.consoleUserTexts.add, exact: true }));
		const form = dialog(page, make.heading);
		await hand.write(form.getByLabel(make.username, { exact: true }), name);
		await hand.choose(form.getByLabel(make.role, { exact: true }), "admin");
		await hand.press(form.getByRole("button", { name: make.submit }));
		const once = dialog(page, made.heading(name));
		link = await once.locator("pre").innerText();
		await hand.press(once.getByRole("button", { name: made.stored }));
		await page.locator("h1:focus").getByText(name).waitFor();
		await hand.press(page.getByRole("banner").getByRole("link", { name: words.consoleGroupTexts.title }));
		await hand.press(page.getByRole("link", { name: group }));
		await hand.press(page.getByRole("button", { name: members.add }));
		const adding = dialog(page, members.addHeading(group));
		await hand.write(adding.getByRole("searchbox"), name);
		await hand.press(adding.getByRole("button", { name: members.picking.pick(name) }));
		await hand.press(adding.getByRole("button", { name: members.addSubmit(1) }));
		await toast(page, members.added(1));
		await row(page, name).waitFor();
	});
	return link;
}

async function demote({ words, inConsole }: Walk, { name, group }: Whom): Promise<void> {
	const { tabs, acts, said } = words.consoleUserPageTexts;
	await inConsole(`users?q=${name}`, async ({ page, hand }) => {
		await hand.press(page.getByRole("link", { name, exact: true }));
		await hand.press(page.getByRole("main").getByRole("link", { name: tabs.token }));
		await page.getByText(`"${group}"`).waitFor();
		await hand.press(page.getByRole("main").getByRole("link", { name: tabs.access }));
		await hand.press(page.getByRole("button", { name: acts.makeUser }));
		const question = dialog(page, acts.askUser(name));
		await hand.press(question.getByRole("button", { name: acts.makeUser }));
		await toast(page, said.role(name, words.consoleUserTexts.roles.user));
	});
}

describe("the shapes of a journey", () => {
	it("meet every value with every value of another kind, and every value in each journey", () => {
		const pairs = shapes.flat().flatMap(pairsIn);
		assert.equal(new Set(pairs).size, 2 * 2 * 3 + 3 * 2 * 3);
		for (const three of shapes) assert.equal(new Set(three.flatMap(Object.values)).size, 2 + 2 + 2 + 3);
	});
});

function pairsIn(shape: Shape): string[] {
	const values = Object.values(shape);
	return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one} ${other}`));
}
