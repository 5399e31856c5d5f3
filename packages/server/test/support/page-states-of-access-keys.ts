/** The section about access keys, as its users find it. */
import { randomBytes } from "node:crypto";
import type { Page } from "./browser.ts";
import { logIn } from "./browser-acts.ts";
import { cheap } from "./cheap-hashing.ts";
import { setRole } from "./enrolment.ts";
import { logInWithOwnKey, makeOwnKey, rotateOwnKey } from "./own-access-keys.ts";
import type { PageState } from "./page-states.ts";
import type { TestService } from "./service.ts";

/** Only admins have keys here, so that other users see why they have none. */
export const settingsOfAccessKeys = {
	...cheap,
	SALLYPORT_ACCESS_KEYS: "admins",
	SALLYPORT_SCOPES: "reports:read reports:write",
};

const HOUR = 60 * 60_000;
const MOST_KEYS = 50;
/** As long as a name can be, and in one word. */
const LONG_NAME = "nightly-report-of-all-regions-".padEnd(64, "x");

async function newUser(service: TestService, role: "user" | "admin" = "admin"): Promise<string> {
	const name = `lin-${randomBytes(3).toString("hex")}`;
	await service.addUser(name);
	if (role === "admin") await setRole(service, name, role);
	return name;
}

async function keysPage(page: Page, username: string): Promise<void> {
	await logIn(page, username);
	await page.goto("account/programs");
}

const rowOf = (page: Page, name: string) =>
	page.locator(".keys li", { has: page.getByRole("heading", { name, exact: true }) });

/** A key in each state that a list shows. */
async function addKeysInEachState(service: TestService, username: string): Promise<void> {
	const before = await service.loggedIn(username);
	await makeOwnKey(before, "expired", { days: 1 });
	service.travel(25 * HOUR);
	const visitor = await service.loggedIn(username);
	await makeOwnKey(visitor, "unused");
	await makeOwnKey(visitor, "soon", { days: 3 });
	const limits = {
		role: "admin",
		scopes: ["reports:read", "reports:write"],
		addresses: ["127.0.0.0/8", "::1", "2001:db8:1234:5678::/64"],
	};
	await logInWithOwnKey(service, username, await makeOwnKey(visitor, LONG_NAME, limits));
	await rotateOwnKey(visitor, await makeOwnKey(visitor, "rotated"));
	const replaced = await makeOwnKey(visitor, "replaced");
	await logInWithOwnKey(service, username, await rotateOwnKey(visitor, replaced));
	const { id } = await makeOwnKey(visitor, "ended");
	await visitor.delete(`/api/auth/access-keys/${id}`);
}

export const pageStatesOfAccessKeys: PageState[] = [
	{
		name: "keys-forbidden",
		async reach(page, service, { accessKeyTexts }) {
			await keysPage(page, await newUser(service, "user"));
			await page.getByText(accessKeyTexts.forbidden).waitFor();
		},
	},
	{
		name: "keys-empty",
		async reach(page, service, { accessKeyTexts }) {
			await keysPage(page, await newUser(service));
			await page.getByText(accessKeyTexts.empty).waitFor();
		},
	},
	{
		name: "keys-new-wrong",
		overlay: true,
		async reach(page, _service, { accessKeyTexts }) {
			const { button, heading, submit } = accessKeyTexts.make;
			await page.getByRole("button", { name: button }).click();
			const dialog = page.getByRole("dialog", { name: heading });
			await dialog.locator("#key-role").waitFor();
			await dialog.locator("#key-name").fill(LONG_NAME);
			await dialog.locator("#key-addresses").fill("2001:db8::/32 192.0.2.1/8");
			await dialog.getByRole("button", { name: submit }).click();
			await dialog.locator("#key-addresses-mistake").waitFor();
		},
	},
	{
		name: "keys-made",
		async reach(page, _service, { accessKeyTexts }) {
			await page.locator("#key-addresses").fill("");
			await page.getByRole("button", { name: accessKeyTexts.make.submit }).click();
			await page.getByRole("heading", { name: accessKeyTexts.made.heading(LONG_NAME) }).waitFor();
		},
	},
	{
		name: "keys-list",
		async reach(page, service, { accessKeyTexts }) {
			const name = await newUser(service);
			await addKeysInEachState(service, name);
			await keysPage(page, name);
			await rowOf(page, "soon").getByText(accessKeyTexts.key.soon).waitFor();
			await rowOf(page, "unused").locator("summary").click();
		},
	},
	{
		name: "keys-end",
		overlay: true,
		async reach(page, _service, { accessKeyTexts }) {
			const { button, heading } = accessKeyTexts.end;
			await rowOf(page, "unused").getByText(button, { exact: true }).click();
			await page.getByRole("dialog", { name: heading("unused") }).waitFor();
		},
	},
	{
		name: "keys-limit",
		async reach(page, service, { accessKeyTexts }) {
			const name = await newUser(service);
			const visitor = await service.loggedIn(name);
			for (let count = 1; count <= MOST_KEYS; count++) await makeOwnKey(visitor, `program ${count}`);
			await keysPage(page, name);
			await page.getByText(accessKeyTexts.limit).waitFor();
		},
	},
];
