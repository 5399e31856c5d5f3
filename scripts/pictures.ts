/**
 * Makes the pictures of the console and of single sign-on in docs/pictures/, from a service that runs with people of its own:
 * node scripts/setup.mjs scripts/pictures.ts
 */
import { join } from "node:path";
import { chromium } from "playwright-core";
import { cheap } from "../packages/server/test/support/cheap-hashing.ts";
import { unpackedChromium } from "../packages/server/test/support/chromium.ts";
import { addPerson, administrationOf } from "../packages/server/test/support/people.ts";
import { plantConsent } from "../packages/server/test/support/planted-applications.ts";
import {
	ADMIN_PASSWORD,
	startTestService,
	type TestService,
} from "../packages/server/test/support/service.ts";

const HOUR = 3_600_000;
const folder = join(import.meta.dirname, "../docs/pictures");

const people: Array<[name: string, displayName: string, ...groups: string[]]> = [
	["ada", "Ada Lovelace", "analysts", "staff"],
	["alan", "Alan Turing", "analysts"],
	["barbara", "Barbara Liskov", "staff"],
	["edsger", "Edsger W. Dijkstra"],
	["frances", "Frances Allen", "oncall", "staff"],
	["grace", "Grace Hopper", "analysts", "oncall"],
	["john", "John McCarthy", "staff"],
	["katherine", "Katherine Johnson", "analysts"],
	["margaret", "Margaret Hamilton", "oncall", "staff"],
	["radia", "Radia Perlman", "oncall"],
];

/** Two days of logins, more of them by day. */
async function countLogins(service: TestService): Promise<void> {
	const now = Math.floor(service.now() / HOUR) * HOUR;
	const rows = Array.from({ length: 48 }, (_, back) => {
		const day = Math.max(0, Math.sin(((48 - back) / 24) * 2 * Math.PI - 1.5));
		const hour = now - back * HOUR;
		return [
			{ hour, name: "logins", count: 20 + Math.round(day * 190) },
			{ hour, name: "failed", count: 3 + Math.round(day * 22) + (back === 9 ? 60 : 0) },
			{ hour, name: "refused", count: back === 9 ? 45 : 0 },
			{ hour, name: "took_50", count: 20 + Math.round(day * 180) },
			{ hour, name: "took_100", count: Math.round(day * 10) },
		].filter(({ count }) => count > 0);
	});
	await service.running.deployment.opened.database.insertInto("hourly_counts").values(rows.flat()).execute();
}

/** Grafana as its template has it, and others that are in use. */
async function addApplications({ running, now }: TestService): Promise<string> {
	const { applications, groups } = running.deployment.administration;
	await groups.add("developers");
	const add = (template: string, url: string, more = {}) =>
		applications.add({ template, url, id: template, ...more });
	await add("nextcloud", "https://cloud.example.com");
	await add("gitea", "https://git.example.com", { allowedGroups: ["developers"] });
	await add("paperless", "https://paperless.example.com", { trusted: true });
	const { found } = await add("grafana", "https://grafana.example.com");
	const { database } = running.deployment.opened;
	for (const [id, hours] of [
		["gitea", 3],
		["nextcloud", 1],
		["paperless", 52],
	] as const)
		await database
			.updateTable("oidc_clients")
			.set({ last_used_at: now() - hours * HOUR })
			.where("id", "=", id)
			.execute();
	const query = new URLSearchParams({
		client_id: found.client.id,
		redirect_uri: found.client.redirectUris[0] ?? "",
		response_type: "code",
		scope: "openid profile email groups",
		code_challenge: "x".repeat(43),
		code_challenge_method: "S256",
	});
	return `/oidc/auth?${query}`;
}

const service = await startTestService({ settings: { ...cheap, SALLYPORT_OIDC: "on" } });
const { executable, environment, args } = await unpackedChromium();
const env = { ...process.env, ...environment } as Record<string, string>;
const browser = await chromium.launch({ executablePath: executable, args, env });
try {
	const { users } = administrationOf(service);
	for (const [name, displayName, ...groups] of people)
		await addPerson(service, name, { displayName, groups, email: `${name}@example.com` });
	await users.add({ name: "nightly-report", kind: "service", role: "user", passwordHash: null });
	await users.add({
		name: "tim",
		role: "user",
		passwordHash: null,
		profile: { displayName: "Tim Berners-Lee" },
	});
	await users.setRole("ada", "admin");
	await users.disable("john");
	const login = await addApplications(service);
	for (const [at, [name]] of people.entries()) {
		const userId = (await users.find(name)).id;
		for (const clientId of ["nextcloud", "gitea", "grafana"].slice(0, at % 3))
			await plantConsent(service, { userId, clientId });
	}
	await countLogins(service);
	for (const name of ["alan", "grace", "radia", "margaret"]) await service.loggedIn(name);

	const page = await browser.newPage({ viewport: { width: 1180, height: 760 } });
	await page.goto(`${service.baseUrl}/login?next=/console`);
	await page.getByLabel("Username").fill("ada");
	await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
	await page.getByRole("button", { name: "Log in", exact: true }).click();
	await page.waitForURL("**/console");
	// A picture shows the service at work, not its first day.
	await page.getByText("Dismiss").first().waitFor();
	for (let left = await page.getByText("Dismiss").count(); left > 0; left--)
		await page.getByText("Dismiss").first().click();
	for (const [path, name] of [
		["", "console"],
		["/users", "console-users"],
		["/integrations/clients", "console-applications"],
	] as const) {
		await page.goto(`${service.baseUrl}/console${path}`, { waitUntil: "networkidle" });
		await page.screenshot({ path: join(folder, `${name}.png`) });
	}
	await page.goto(`${service.baseUrl}${login}`, { waitUntil: "networkidle" });
	await page.screenshot({ path: join(folder, "consent.png") });
} finally {
	await browser.close();
	await service.stop();
}
