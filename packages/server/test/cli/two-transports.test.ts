/** The same commands by the database and over HTTP: what they print, how they end, and what they refuse. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { reservedScopes } from "../../src/platform/config/scopes.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Ran, Run } from "../support/command.ts";
import { alike } from "../support/commands-alike.ts";
import { onSqlite } from "../support/databases.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";

/** What only the machine of the service does. */
const notOverHttp: ReadonlyArray<[words: string, says: RegExp]> = [
	["serve", /Start the service on its own machine/],
	["user role bob admin", /No access key changes a role/],
	["user disable bob --even-the-last-admin", /--even-the-last-admin does not work over HTTP/],
	["user add eve --password-stdin", /No password goes over HTTP/],
	["user import users.jsonl", /No hash goes over HTTP/],
	["session end --all", /--all does not work over HTTP/],
	["key rotate --secret", /--secret does not work over HTTP/],
	["key rotate --force", /--force does not work over HTTP/],
	["access-key list", /let an admin make and end keys in a browser/],
	["setup-link", /user reset NAME makes another one/],
	["mail test ada@example.com", /machine of the service/],
	["backup file", /machine of the service/],
	["version", /Leave --server out/],
];

/** Without what differs from run to run: ids, times, keys, links, and whose name it is. */
function plain({ code, out, err }: Ran) {
	const text = (written: string) =>
		written
			.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
			.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME")
			.replace(/(?<=\/setup#token=)[\w-]+/g, "LINK")
			.replace(/\b(one|two)(?=\b|_)/g, "NAME")
			.replace(/"lastLoginAddress": .*/g, "ADDRESS")
			.replace(/(?<= )(TIME| {19}-|- {19})(?= |$)/gm, "TIME");
	return { code, out: text(out), err: text(err) };
}

const folder = mkdtempSync(join(tmpdir(), "sallyport-transports-"));
after(() => rmSync(folder, { recursive: true, force: true }));

onSqlite("commands by the database and over HTTP", (database) => {
	let service: TestService;
	let run: Run;
	let over: string;
	const keyFile = join(folder, "key");
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
		await service.addUser("bob");
		await service.visitor().logIn("bob", ADMIN_PASSWORD, { session: true });
		await run("user add robot --service");
		const scopes = reservedScopes.map((name) => `--scope ${name}`).join(" ");
		const made = await run(`access-key add --user robot --name job --out ${keyFile} ${scopes}`);
		assert.equal(made.code, 0, made.err);
		over = `--server ${service.baseUrl} --key-file ${keyFile}`;
	});
	after(() => service.stop());

	it("print the same bytes, ids and times aside, and end with the same exit code", async () => {
		let [ran, failed] = [0, 0];
		const hints = new Set<string>();
		const differences: object[] = [];
		for (const [at, template] of alike.entries()) {
			// The service takes 60 changes of a key a minute.
			if (at % 10 === 9) service.travel(60_000);
			for (const json of template.includes(" list") || template.includes(" show") ? ["", " --json"] : [""]) {
				const here = await run(template.replaceAll("{x}", "one") + json);
				const there = await run(`${over} ${template.replaceAll("{x}", "two")}${json}`);
				if (!isDeepStrictEqual(plain(there), plain(here)))
					differences.push({ words: template + json, there, here });
				ran += 1;
				failed += here.code === 0 ? 0 : 1;
				const [, hint] = / See npx sallyport (.*)\.$/m.exec(here.err) ?? [];
				if (hint !== undefined && !hint.includes("--help")) hints.add(hint);
			}
		}
		assert.deepEqual(differences, []);
		const lists = [
			"client list",
			"client show ID",
			"event list --json",
			"group list",
			"mail list",
			"session list",
			"user list",
		];
		assert.deepEqual([...hints].sort(), lists);
		assert.ok(failed > 15 && failed < ran / 2, `${failed} of ${ran} fail`);
	});

	it("rotate keys, show settings and examine the service that answers", async () => {
		const keys = (await run(`key list ${over} --json`)).json().keys as Array<{ kid: string; state: string }>;
		// With "=": a kid may begin as an option does.
		const once = `key rotate --active=${keys.find(({ state }) => state === "active")?.kid}`;
		assert.match((await run(`${once} ${over}`)).out, /^Active now: \S+\nRetired: {4}\S+\n$/);
		for (const words of [`${once} ${over}`, `${once} --force`]) {
			const { code, out, err } = await run(words);
			assert.deepEqual([code, out], [1, ""], words);
			assert.match(err, /^sallyport: Another key is in use by now, so nothing was done\./);
		}
		const again = await run(`key rotate ${over}`);
		assert.deepEqual([again.code, again.out], [1, ""]);
		assert.match(again.err, /^sallyport: The next signing key of access tokens is so new/);
		const settings = await run(`config ${over}`);
		assert.match(settings.out, new RegExp(`^SALLYPORT_PORT +\\w+ +${service.port}$`, "m"));
		const examined = await run(`doctor ${over} --json`);
		assert.equal(examined.json().ok, examined.code === 0);
		assert.match(examined.out, /"name": "database"/);
	});

	it("are read from the environment too, and what only the machine of the service does says so", async () => {
		const more = { SALLYPORT_SERVER: `${service.baseUrl}/`, SALLYPORT_KEY_FILE: keyFile };
		const found = await run("user show bob", { more: { ...more, SALLYPORT_DATABASE_URL: "sqlite:/none" } });
		assert.equal(found.code, 0, found.err);
		for (const [words, says] of notOverHttp) {
			const refused = await run(`${words} ${over}`);
			assert.deepEqual([refused.code, refused.out], [2, ""], words);
			assert.match(refused.err, says);
			assert.equal(refused.err.split("\n").length, 2, words);
		}
		const refused = await run("backup file", { more });
		assert.match(refused.err, /SALLYPORT_SERVER is set, but this does not work over HTTP/);
		assert.equal((await run("version", { more })).code, 0);
		assert.equal((await run("user show bob", { more: { SALLYPORT_KEY_FILE: keyFile } })).code, 0);
	});

	it("say what is wrong with the address, the key file and the key", async () => {
		const other = join(folder, "other");
		writeFileSync(other, "sallyport_x\n", { mode: 0o600 });
		const foreign = join(folder, "foreign");
		writeFileSync(foreign, `sallyport_${"0".repeat(38)}\nk1.${"A".repeat(22)}\nrobot\n`, { mode: 0o600 });
		const unlike = join(folder, "unlike");
		writeFileSync(unlike, readFileSync(keyFile, "utf8").replace("robot", "other"), { mode: 0o600 });
		const open = join(folder, "open");
		writeFileSync(open, "", { mode: 0o644 });
		chmodSync(open, 0o644);
		const limited = join(folder, "limited");
		await run(`access-key add --user robot --name l --out ${limited} --scope sallyport:users:read`);
		const { baseUrl } = service;
		const wrong: Array<[words: string, code: number, says: RegExp]> = [
			[`--server ${baseUrl}`, 2, /--server needs --key-file FILE/],
			[`--key-file ${keyFile}`, 2, /--key-file needs --server URL/],
			["--server", 2, /--server needs a value/],
			[`--server localhost:8400 --key-file ${keyFile}`, 2, /Write the scheme too: http:\/\/localhost:8400/],
			[`--server http://login.example.com --key-file ${keyFile}`, 2, /must not travel in the clear/],
			[`--server https://ada@login.example.com --key-file ${keyFile}`, 2, /alone/],
			[`--server ${baseUrl} --key-file ${folder}/none`, 1, /none cannot be read/],
			[`--server ${baseUrl} --key-file ${other}`, 1, /three lines/],
			[`--server ${baseUrl} --key-file ${open}`, 1, /every user of this machine \(mode 0644\).*chmod 600/],
			[`--server ${baseUrl} --key-file ${foreign}`, 1, /This access key was cut off or mistyped/],
			[`--server ${baseUrl} --key-file ${unlike}`, 1, /does not take this access key for other/],
			[
				`--server http://127.0.0.1:1 --key-file ${keyFile}`,
				1,
				/127\.0\.0\.1:1 does not answer: .*Check --server/,
			],
			[`--server ${baseUrl}/api/admin --key-file ${keyFile}`, 1, /takes the base URL, with its path/],
			[`group add x --server ${baseUrl} --key-file ${limited}`, 1, /this takes sallyport:groups:write/],
		];
		for (const [options, code, says] of wrong) {
			const ran = await run(options.startsWith("group") ? options : `user list ${options}`);
			assert.deepEqual([ran.code, ran.out], [code, ""], options);
			assert.match(ran.err, says);
		}
	});

	it("export events into a new file of its owner alone, until the reader has seen enough", async () => {
		const [here, there] = [join(folder, "here"), join(folder, "there")];
		const until = new Date(Date.now() - 1).toISOString();
		const one = await run(`event export --until ${until} --out ${here}`);
		const other = await run(`event export --until ${until} --out ${there} ${over}`);
		assert.match(one.out, /^Wrote \d\d+ events to /);
		assert.equal(one.out.replace(here, ""), other.out.replace(there, ""));
		assert.equal(readFileSync(here, "utf8"), readFileSync(there, "utf8"));
		assert.equal(statSync(there).mode & 0o777, 0o600);
		const times = readFileSync(here, "utf8")
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line).time);
		assert.deepEqual(times, times.toSorted());
		const again = await run(`event export --out ${here}`);
		assert.match(again.err, /it must be a new file/);
	});

	it("export what is stored about a user into a new file of its owner alone", async () => {
		const [here, there] = [join(folder, "robot-here"), join(folder, "robot-there")];
		const one = await run(`user export robot --out ${here}`);
		const other = await run(`user export robot --out ${there} ${over}`);
		assert.match(one.out, /^Wrote what is stored about robot to /);
		assert.equal(one.out.replace(here, ""), other.out.replace(there, ""));
		assert.equal(statSync(there).mode & 0o777, 0o600);
		const [before, after] = [here, there].map((file) => JSON.parse(readFileSync(file, "utf8")));
		assert.deepEqual(after.user, before.user);
		assert.deepEqual(after.events.slice(0, before.events.length), before.events);
		const { out } = await run("user export robot");
		assert.deepEqual(JSON.parse(out).user, before.user);
	});

	it("show one event, and who caused it", async () => {
		await run(`user set bob --locale de ${over}`);
		const [changed] = (await run("event list bob --event user_updated --limit 1 --json")).json()
			.events as Array<{ id: string }>;
		const here = await run(`event show ${changed?.id}`);
		assert.match(here.out, /^caused by +service robot\nuser +bob$/m);
		assert.equal((await run(`event show ${changed?.id} ${over}`)).out, here.out);
		const whole = await run(`event show ${changed?.id} --json`);
		assert.equal((await run(`event show ${changed?.id} --json ${over}`)).out, whole.out);
		assert.deepEqual(whole.json().event, {
			...changed,
			actorName: "robot",
			clientName: null,
		});
	});

	it("leave no session behind", async () => {
		assert.match((await run("session list --user robot")).out, /no live sessions/);
	});
});
