import { randomBytes } from "node:crypto";
import type { Route } from "playwright-core";
import type { Page } from "./browser.ts";
import { logInAt } from "./browser-acts.ts";
import { addEventsOf } from "./many-events.ts";
import type { PageState } from "./page-states.ts";
import { addPerson, administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";
import type { Words } from "./words.ts";

/** Where the network is taken away. */
export const noNetwork = /net::ERR_(INTERNET_DISCONNECTED|FAILED)/;

const lists = /\/api\/admin\/(users|sessions)(\?|$)/;
const newUser = /\/api\/admin\/users$/;

/** Its answer comes too late for anybody. */
const held = () => {};
const refused =
	(status: number, code: string, headers: Record<string, string> = {}) =>
	(route: Route) =>
		route.fulfill({ status, headers, json: { code, message: "Refused.", requestId: "S".repeat(22) } });
const waits = refused(429, "rate_limited", { "retry-after": "90" });

let admin = "";
/** A user who causes many events. */
let busiest = "";

async function beginAsAdmin(service: TestService): Promise<void> {
	admin = `ada-${randomBytes(3).toString("hex")}`;
	await addPerson(service, admin, { displayName: "Ada Lovelace", groups: ["analysts"] });
	await administrationOf(service).users.setRole(admin, "admin");
}

/** A list whose rows are there, and is asked for again. */
async function askedAgain(page: Page, answer: (route: Route) => unknown): Promise<void> {
	await page.goto("console/users");
	await page.locator("tbody tr").first().waitFor();
	await page.route(lists, answer);
	await page.locator("main input[type=search]").fill("ada");
}

async function addLate(page: Page, { consoleUserTexts }: Words): Promise<void> {
	await page.goto("console/users");
	await page.locator("tbody tr").first().waitFor();
	await page.getByRole("button", { name: consoleUserTexts.add }).click();
	await page.locator("dialog #username").fill("late");
	await page.locator("dialog #displayName").fill("Late Riser");
	await page.locator("dialog .offered button").first().waitFor();
}

const send = (page: Page) => page.locator("dialog button[type=submit]").last().click();

async function pickFile(page: Page, { consoleImportTexts }: Words): Promise<void> {
	await page.goto("console/users/import");
	const buffer = Buffer.from("username,groups\nlin,analysts\nzoe,nowhere\nlin,analysts\n");
	await page.locator("input[type=file]").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
	await page.getByRole("button", { name: consoleImportTexts.tryOut }).click();
}

const states: PageState[] = [
	{
		name: "loading",
		async reach(page, service, { consoleTexts }) {
			await beginAsAdmin(service);
			await page.route(lists, held);
			await logInAt(page, "console/users", admin);
			await page.locator("main [aria-busy=true]").getByText(consoleTexts.loading).waitFor();
		},
	},
	{
		name: "loading-again",
		async reach(page) {
			await askedAgain(page, held);
			await page.locator(".rows[aria-busy=true]").waitFor();
		},
	},
	{
		name: "nothing-yet",
		async reach(page) {
			await page.goto("console/integrations/clients");
			await page.locator(".nothing").waitFor();
		},
	},
	{
		name: "partial",
		async reach(page, service, { consoleTexts }) {
			if (busiest === "") {
				busiest = (await service.addUser("kim")).id;
				// More than are looked at for one page.
				await addEventsOf(service, busiest, 10_500);
			}
			await page.goto(`console/events?user=${busiest}&address=192.0.2.1`);
			await page.getByText(consoleTexts.list.nothingYet).waitFor();
		},
	},
	{
		name: "failed",
		async reach(page) {
			await page.route(lists, refused(500, "internal_error"));
			await page.goto("console/sessions");
			await page.locator(".failure p").getByText("S".repeat(22)).waitFor();
		},
	},
	{
		name: "failed-again",
		async reach(page) {
			await askedAgain(page, refused(500, "internal_error"));
			await page.locator(".failure p").waitFor();
			await page.locator("tbody tr").first().waitFor();
		},
	},
	{
		name: "waits",
		async reach(page, _service, { consoleTexts }) {
			await askedAgain(page, waits);
			await page.getByRole("button", { name: consoleTexts.wait }).waitFor();
		},
	},
	{
		name: "offline",
		async reach(page, _service, { consoleTexts }) {
			await page.goto("console/groups");
			await page.locator("tbody tr").first().waitFor();
			await page.context().setOffline(true);
			await page.locator("header nav a[href$='/users']").click();
			await page.getByText(consoleTexts.offline).waitFor();
		},
	},
	{
		name: "changed",
		overlay: true,
		async reach(page, service, { consoleTexts }) {
			const { users } = administrationOf(service);
			const name = `lin-${randomBytes(3).toString("hex")}`;
			const id = await addPerson(service, name, { displayName: "Lin", groups: ["analysts"] });
			await page.goto(`console/users/${id}`);
			await page.locator("#displayName").fill("Lin Chen of the office in Rotterdam");
			await page.locator("#attributes").fill("cost_centre=4711\nbuilding=north");
			await users.set(name, { displayName: "Lin Chen", email: "lin.chen@example.com", emailVerified: true });
			await page.getByRole("button", { name: consoleTexts.changed.save }).click();
			await page.locator("dialog tbody tr").first().waitFor();
		},
	},
	{
		name: "wrong",
		async reach(page, _service, { consoleTexts }) {
			await page.locator("dialog button").nth(1).click();
			await page.locator("#displayName").fill("n".repeat(300));
			await page.getByRole("button", { name: consoleTexts.changed.save }).click();
			await page.locator("main form .mistake").waitFor();
		},
	},
	{
		name: "form-wrong",
		overlay: true,
		async reach(page, _service, words) {
			await addLate(page, words);
			await page.locator("dialog #groups").fill("of-none");
			await send(page);
			await page.locator("dialog .mistake").waitFor();
		},
	},
	{
		name: "form-waits",
		overlay: true,
		async reach(page, _service, words) {
			await page.route(newUser, waits);
			await addLate(page, words);
			await send(page);
			await page.locator("dialog .banner:not(:empty)").waitFor();
		},
	},
	{
		name: "form-failed",
		overlay: true,
		async reach(page, _service, words) {
			await page.route(newUser, refused(500, "internal_error"));
			await addLate(page, words);
			await send(page);
			await page.locator("dialog .alert:not(:empty)").waitFor();
		},
	},
	{
		name: "import-running",
		async reach(page, _service, words) {
			await page.route("**/users/import?*", held);
			await pickFile(page, words);
			await page.locator("button[aria-busy=true]").waitFor();
		},
	},
	{
		name: "import-judged",
		async reach(page, _service, words) {
			await pickFile(page, words);
			await page.locator("tbody tr").nth(1).waitFor();
		},
	},
	{
		name: "confirm",
		overlay: true,
		async reach(page, service, words) {
			service.travel(16 * 60_000);
			await addLate(page, words);
			await send(page);
			await page.locator("dialog input[type=password]").waitFor();
		},
	},
	{
		name: "over",
		overlay: true,
		async reach(page, service, words) {
			await addLate(page, words);
			await administrationOf(service).users.endSessions(admin);
			await send(page);
			await page.getByRole("dialog", { name: words.consoleTexts.over.heading }).waitFor();
		},
	},
	{
		name: "factor",
		async reach(page, _service, { consoleTexts }) {
			await logInAt(page, "console/groups", admin);
			await page.locator("tbody tr").first().waitFor();
			await page.route(lists, refused(403, "forbidden"));
			await page.locator("header nav a[href$='/users']").click();
			await page.getByRole("heading", { name: consoleTexts.closed.factor.heading }).waitFor();
		},
	},
	{
		name: "demoted",
		async reach(page, service, { consoleTexts }) {
			await page.goto("console/groups");
			await page.locator("tbody tr").first().waitFor();
			await administrationOf(service).users.setRole(admin, "user");
			await page.locator("header nav a[href$='/users']").click();
			await page.getByRole("heading", { name: consoleTexts.closed.demoted.heading }).waitFor();
		},
	},
];

/** What the console shows where something is late, missing, refused or in the way, one state after the other. */
export const pageStatesOfConsoleTroubles: PageState[] = states.map(({ name, reach, ...state }) => ({
	...state,
	name: `console-is-${name}`,
	async reach(page, service, words) {
		await page.unrouteAll();
		await page.context().setOffline(false);
		await reach(page, service, words);
	},
}));
