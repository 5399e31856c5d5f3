// At length: it runs the programs of another language.
/** Apache with mod_auth_openidc, by the configuration of examples/single-sign-on, where this machine has them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { responseHeaders } from "../../src/platform/openapi/response-headers.ts";
import { apacheMissing, startApache } from "../support/apache.ts";
import { follow, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type Started, startExample } from "../support/examples.ts";
import { eventually } from "../support/interleave.ts";
import { freePort, startTestService, type TestService } from "../support/service.ts";
import { type Answer, createVisitor, type Visitor } from "../support/visitor.ts";

/** To some applications, all of them are the same header. */
function spellings(name: string): string[] {
	const [first = "", ...rest] = name.split("-");
	return rest.reduce((made, part) => made.flatMap((each) => [`${each}-${part}`, `${each}_${part}`]), [first]);
}

if (apacheMissing !== null) it(apacheMissing, { skip: apacheMissing }, () => {});
else
	describe("Behind Apache with mod_auth_openidc", () => {
		let service: TestService;
		let id: string;
		let api: Started;
		let apache: Started;
		let origin: string;
		before(async () => {
			const [port, apiPort] = [await freePort(), await freePort()];
			origin = `http://localhost:${port}`;
			const settings = { ...cheap, ...ONLY_ON, SALLYPORT_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" };
			service = await startTestService({ settings });
			const { applications, groups, users: accounts } = service.running.deployment.administration;
			id = (await service.addUser("ada")).id;
			await service.addUser("eve");
			await groups.add("staff", "");
			await accounts.set("ada", {}, { join: ["staff"] });
			const { made } = await applications.add({
				...{ id: "reports", name: "Reports", trusted: true },
				redirectUris: [`${origin}/sso`],
				postLogoutUris: [`${origin}/bye`],
				logoutUri: `${origin}/sso?logout=backchannel`,
			});
			const issuer = `${service.baseUrl}/oidc`;
			// The first request waits until the keys are made, on a busy machine for longer than the five seconds of the module.
			await fetch(`${issuer}/.well-known/openid-configuration`);
			api = await startExample("plain-api/server.mjs", apiPort);
			apache = await startApache(port, { issuer, secret: made?.value ?? "", api: apiPort });
		});
		after(async () => {
			await apache?.stop();
			await api?.stop();
			await service?.stop();
		});

		/** What the check of a gateway answers with: applications read these. */
		const names = Object.keys(responseHeaders).filter((name) => name.startsWith("X-Auth-"));
		const atApache = (more = {}) => createVisitor(origin, { accept: "text/html, */*", ...more });
		/** Follows redirects between Apache and the service; resolves to what answers at the end. */
		async function open(path: string, user: Visitor, browser: Visitor): Promise<Answer> {
			let answer = await browser.get(path);
			for (let steps = 0; steps < 4; steps += 1) {
				const to = answer.headers.get("location");
				if (to === null) return answer;
				const { at } = to.startsWith(origin) ? { at: to } : await follow(service, user, to);
				if (!at.startsWith(origin)) throw new Error(`The redirects end at ${at}.`);
				answer = await browser.get(at.slice(origin.length));
			}
			throw new Error("The redirects have no end.");
		}
		const isOpen = async (browser: Visitor) => (await browser.get("/reports")).status === 200;

		it("a user of the group gets through, and the application reads who it is", async () => {
			const browser = atApache(Object.fromEntries(names.map((name) => [name, "spoofed"])));
			const { status, text, body } = await open("/reports", await service.loggedIn("ada"), browser);
			assert.equal(status, 200, text + apache.printed());
			assert.deepEqual(body?.caller, { id, username: "ada" });
			assert.equal(text.includes("spoofed"), false, text);
			assert.equal((await atApache().get("/reports")).status, 302);
		});

		it("the application hears nothing that a client says of itself, in whatever spelling", async () => {
			const browser = atApache();
			await open("/reports", await service.loggedIn("ada"), browser);
			for (const path of ["/reports", "/bye"])
				for (const name of names) {
					const spoofed = Object.fromEntries(spellings(name).map((each) => [each, "spoofed"]));
					const { status, text } = await browser.get(path, spoofed);
					assert.equal(status, 200);
					assert.equal(text.includes("spoofed"), false, text);
				}
			const nominated = await browser.get("/reports", {
				connection: "close, X-Auth-User-Id, X-Auth-Username",
			});
			assert.deepEqual(nominated.body?.caller, { id, username: "ada" });
		});

		it("a user who is not in it is refused", async () => {
			const answer = await open("/reports", await service.loggedIn("eve"), atApache());
			assert.ok([401, 403].includes(answer.status), answer.text);
		});

		it("a logout there ends the session here, and leads back", async () => {
			const [ada, browser] = [await service.loggedIn("ada"), atApache()];
			await open("/reports", ada, browser);
			const bye = encodeURIComponent(`${origin}/bye`);
			const { text, body } = await open(`/sso?logout=${bye}`, ada, browser);
			assert.equal(body?.request, "GET /bye", text);
			assert.equal((await ada.get("/api/auth/session")).status, 401);
			assert.equal(await isOpen(browser), false);
		});

		it("the end of the session here closes it, by the logout token, for that session alone", async () => {
			const [leaving, staying] = [atApache(), atApache()];
			const ada = await service.loggedIn("ada");
			await open("/reports", ada, leaving);
			await open("/reports", await service.loggedIn("ada"), staying);
			assert.equal(await isOpen(leaving), true);
			await ada.post("/api/auth/logout");
			await eventually(async () => !(await isOpen(leaving)));
			assert.equal(await isOpen(staying), true);
		});
	});
