/** Applications on the command line: registered by a template, shown, changed, and removed. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { clientSecretForm } from "../../src/identity/application/client-secret.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { plantConsent } from "../support/planted-applications.ts";
import { createRunnerBeside, startTestService, type TestService } from "../support/service.ts";

onSqlite("commands about applications", (database) => {
	let service: TestService;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: { ...cheap, SALLYPORT_OIDC: "on" } });
		run = createRunnerBeside(service, databaseUrl);
		await run("group add staff");
	});
	after(() => service.stop());

	it("a template prints the lines for the application, with its id and the secret, which is shown once", async () => {
		const made = await run("client add --template grafana --url https://grafana.example.com/ --id grafana");
		assert.equal(made.code, 0, made.err);
		const [, secret = ""] = /^ {2}secret +(\S+)$/m.exec(made.out) ?? [];
		assert.match(secret, new RegExp(clientSecretForm.pattern));
		for (const line of [
			"client_id = grafana",
			`client_secret = ${secret}`,
			`token_url = ${service.baseUrl}/oidc/token`,
			"root_url = https://grafana.example.com",
		])
			assert.ok(made.out.includes(`  ${line}\n`), line);
		const [, notes = ""] = made.out.split("\nNotes:\n\n");
		assert.match(notes, /^ {2}- Who is admin: `role_attribute_path`.+\n {4}\S/);
		assert.ok(notes.includes("`https://grafana.example.com/login?disableAutoLogin=true`"), notes);
		assert.match(notes, /^ {2}- It is not notified of logouts: .* until its own session\n? *ends\.$/ms);
		const shown = await run("client show grafana");
		assert.match(shown.out, new RegExp(`^userinfo +${service.baseUrl}/oidc/userinfo$`, "m"));
		assert.match(shown.out, /redirect +https:\/\/grafana\.example\.com\/login\/generic_oauth\n/);
		assert.match(shown.out, new RegExp(`secret +sallyport_oidc_${secret.slice(15, 19)}… `));
		assert.equal(shown.out.includes(secret), false);
		const [event] = await rowsOf(service, "oidc_client_added");
		assert.deepEqual([event?.actor_kind, event?.detail.template], ["cli", "grafana"]);
		const kube = await run("client add --template kubelogin --id kube --group staff");
		assert.match(kube.out, /--oidc-client-id=kube/);
		assert.equal(/^ {2}secret/m.test(kube.out), false);
	});

	it("without a template it prints what an application is configured with, and a remark only where single sign-on is off", async () => {
		const words = "client add --name Charts --redirect-uri https://charts.example.com/cb";
		const made = await run(`${words} --id charts`);
		const issuer = `${service.baseUrl}/oidc`;
		for (const [label, value] of Object.entries({
			"client id": "charts",
			issuer,
			metadata: `${issuer}/.well-known/openid-configuration`,
			authorization: `${issuer}/auth`,
			token: `${issuer}/token`,
			userinfo: `${issuer}/userinfo`,
			authentication: "client_secret_basic",
			PKCE: "required",
		}))
			assert.match(made.out, new RegExp(`^ {2}${label} +${value}$`, "m"));
		assert.match(made.out, /\n\nThe secret is not shown again\.\n$/);
		const off = await run(`${words} --id off`, { more: { SALLYPORT_OIDC: "off" } });
		assert.match(off.out, /\n\nSingle sign-on is off here: start the service with SALLYPORT_OIDC=on\.\n$/);
		await run("client remove off");
	});

	it("says who stays in, where an application is not notified of what is taken away", async () => {
		const staysIn = "Charts is not notified: users who are in there stay in until it ends its own session.";
		const says = async (words: string) => (await run(words)).out.includes(`\n${staysIn}\n`);
		assert.equal(await says("client set charts --group staff"), true);
		assert.equal(await says("client set charts --pkce optional"), false);
		assert.equal(await says("client set charts --every-user"), false);
		assert.equal(await says("client disable charts"), true);
		await run("client set charts --logout-uri https://charts.example.com/out");
		assert.equal(await says("client enable charts"), false);
		assert.equal(await says("client disable charts"), false);
		assert.equal(await says("client set charts --group staff"), true, "a group is taken away without a word");
	});

	it("warns of an address that no logout token reaches, when it is registered", async () => {
		const refused = (host: string) =>
			`No logout token is sent to ${host}, unless SALLYPORT_OUTBOUND_ALLOW of the service lists it.`;
		const set = (host: string, allow = "") =>
			run(`client set charts --insecure --logout-uri http://${host}:9/out`, {
				more: { SALLYPORT_OUTBOUND_ALLOW: allow },
			});
		for (const host of ["127.0.0.1", "192.168.1.7", "localhost", "[fd00::1]"])
			assert.ok((await set(host)).out.includes(refused(host.replace(/[[\]]/g, ""))), host);
		for (const host of ["charts.example.com", "203.0.114.9"])
			assert.doesNotMatch((await set(host)).out, /No logout token/, host);
		assert.doesNotMatch((await set("192.168.1.8", "192.168.0.0/16")).out, /No logout token/);
		const removed = await run("client remove charts");
		assert.match(removed.out, /^Deleted Charts\./);
		assert.doesNotMatch(removed.out, /not notified/);
	});

	it("what is set replaces, an empty value removes, and --every-user opens it", async () => {
		const words =
			"--id wiki --name Wiki --redirect-uri https://wiki.example.com/cb --auth post --pkce optional";
		const made = await run(`client add ${words} --group staff --launch-url https://wiki.example.com --json`);
		const { client } = made.json() as { client: Record<string, unknown> };
		assert.deepEqual(
			[client.authMethod, client.pkce, client.allowedGroups],
			["client_secret_post", "optional", ["staff"]],
		);
		const set = await run(
			"client set wiki --every-user --launch-url= --scope email --redirect-uri https://wiki.example.com/a --redirect-uri https://wiki.example.com/b --trusted",
		);
		assert.match(set.out, /^Changed Wiki: .*launch url.*\.$/m);
		const after = (await run("client show wiki --json")).json().client as Record<string, unknown>;
		assert.deepEqual(
			[after.allowedGroups, after.launchUrl, after.scopes, after.trusted],
			[null, null, ["openid", "email"], true],
		);
		assert.deepEqual(after.redirectUris, ["https://wiki.example.com/a", "https://wiki.example.com/b"]);
		assert.match((await run("client set wiki --trusted")).out, /^Nothing to change/);
		assert.match((await run("client list")).out, /^wiki +Wiki +web +active +0 +- +-$/m);
	});

	it("a second secret takes the place of the first one", async () => {
		const { secrets } = (await run("client show wiki --json")).json().client as {
			secrets: Array<{ id: string }>;
		};
		const old = secrets[0]?.id ?? "";
		const made = await run("client secret wiki --days 90");
		assert.match(made.out, new RegExp(`When the application has it: .* client end-secret wiki ${old}`));
		assert.match((await run("client secret wiki")).err, /at most two secrets/);
		const ended = await run(`client end-secret wiki ${old}`);
		assert.match(ended.out, /^Ended a secret of wiki\.$/m);
		assert.match((await run(`client end-secret wiki ${old}`)).err, /no secret with this id/);
	});

	it("one in use is removed with --yes alone, which says how many users had agreed", async () => {
		const { id } = await service.addUser("ada");
		await plantConsent(service, { userId: id, clientId: "wiki" });
		assert.match((await run("user applications ada")).out, /^wiki +Wiki +\S+ \S+ +- +- +openid profile$/m);
		const ended = await run("client end-access wiki ada");
		assert.match(
			ended.out,
			/^Wiki knows ada no longer; its logins of 0 sessions ended\.\nWiki is not notified/,
		);
		assert.equal((await run("client end-access wiki ada")).code, 1);
		await plantConsent(service, { userId: id, clientId: "wiki" });
		const refused = await run("client remove wiki");
		assert.deepEqual([refused.code, /1 user let it know them.*--yes/.test(refused.err)], [1, true]);
		assert.match((await run("client disable wiki")).out, /^Disabled wiki; its logins of 0 sessions ended\./);
		assert.match((await run("client show wiki")).out, /state +disabled since/);
		assert.equal((await run("client enable wiki")).code, 0);
		const removed = await run("client remove wiki --yes");
		assert.match(removed.out, /^Deleted Wiki\. 1 user had let it know them.*\nWiki is not notified: /s);
		assert.match((await run("user applications ada")).out, /No application knows ada/);
		assert.equal((await run("client remove kube")).code, 0);
		const { events } = (await run("event list --client wiki --event oidc_client_removed --json")).json();
		assert.deepEqual(
			(events as Array<{ detail: unknown }>).map(({ detail }) => detail),
			[{ client: "wiki", users: 1, sessions: 0 }],
		);
	});

	it("doctor tells of plain http, of secrets that end soon, and of what the service does not do for them", async () => {
		const words = "--id nas --name NAS --redirect-uri http://nas.lan/cb --insecure --secret-days 5";
		await run(`client add ${words} --logout-uri http://192.168.1.7/out`);
		const found = async (more: Record<string, string>) => {
			const { checks } = (await run("doctor --json", { more })).json() as {
				checks: Array<Record<string, string>>;
			};
			const about = checks.filter(({ name }) => name === "applications");
			assert.ok(about.every(({ status }) => status === "warning"));
			return about.map(({ fact }) => fact);
		};
		const [off, plain, deaf, ending, ...others] = await found({});
		assert.match(off ?? "", /single sign-on is off: .* the 2 that there are/);
		assert.match(plain ?? "", /plain http: nas$/);
		assert.match(deaf ?? "", /never notified of logouts, at a private address: nas$/);
		assert.match(ending ?? "", /end soon: nas$/);
		assert.deepEqual(others, []);
		const serving = { SALLYPORT_OIDC: "on", SALLYPORT_OUTBOUND_ALLOW: "192.168.0.0/16" };
		assert.deepEqual(await found(serving), [plain, ending]);
		await run("client remove nas");
		await run("client remove grafana");
	});

	it("the help of set says how a setting is changed back, and no default of a new application", async () => {
		const { out } = await run("client set --help");
		assert.doesNotMatch(out, /unless given/);
		assert.match(out, /--pkce \S+ +required, or optional/);
		assert.match((await run("client add --help")).out, /basic \(unless given\) or post/);
	});

	it("mistakes are refused with a sentence, and nothing is made", async () => {
		const mistakes: Array<[words: string, code: number, says: RegExp]> = [
			["client add", 2, /--template NAME, or --name/],
			["client add --name x", 2, /--redirect-uri/],
			["client add --template grafana", 1, /address of the application/],
			["client add --template none --url https://a.example.com", 1, /There are: actual, argocd/],
			[
				"client add --template grafana --url http://g.example.com",
				1,
				/plain http beyond loopback.*--insecure/,
			],
			["client add --template grafana --url javascript:1", 1, /scheme/],
			["client add --name x --redirect-uri https://a.example.com/*", 1, /list each address/],
			["client add --name x --redirect-uri https://a.example.com/#x", 1, /fragment/],
			["client add --name x --redirect-uri https://user:word@a.example.com/", 1, /user or a password/],
			["client add --name x --redirect-uri https://a.example.com/../x", 1, /way up/],
			["client add --name x --redirect-uri=", 1, /at least one address/],
			[
				`client add --name x${Array.from({ length: 11 }, (_, at) => ` --redirect-uri https://a.example.com/${at}`).join("")}`,
				1,
				/at most 10/,
			],
			["client add --name a\u202eb --redirect-uri https://a.example.com/", 1, /can all be seen/],
			[
				"client add --name x --redirect-uri https://a.example.com --group none",
				1,
				/no group none\. Add it first: .*sallyport group add none\./,
			],
			["client add --name x --redirect-uri https://a.example.com --kind app", 2, /web or spa or native/],
			["client add --name x --redirect-uri https://a.example.com --auth none", 2, /basic or post/],
			["client add --name x --redirect-uri https://a.example.com --id a/b", 1, /id of an application/],
			["client add --name x --redirect-uri https://a.example.com --offline-days 366", 2, /--offline-days/],
			["client add --name x --redirect-uri https://a.example.com --secret-days 0", 2, /--secret-days/],
			["client set wiki", 2, /Say what to change/],
			["client set wiki --group staff --every-user", 2, /--every-user/],
			["client set wiki --secure --insecure", 2, /--secure/],
			["client set Wiki --name x", 1, /no application with this id\. See .*sallyport client list\./],
			["client show ..", 1, /no application with this id/],
			["client remove unknown", 1, /no application with this id/],
			["client secret unknown", 1, /no application with this id/],
			["user applications unknown", 1, /no user of this name/],
		];
		for (const [words, code, says] of mistakes) {
			const refused = await run(words);
			assert.equal(refused.code, code, `${words}: ${refused.out}${refused.err}`);
			assert.match(refused.err, says, words);
		}
		assert.match((await run("client list")).out, /There are no applications/);
	});
});
