/** `sallyport user import` beside a running service. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, program, type Ran, type Run } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { KNOWN_PASSWORD, knownHashes } from "../support/known-hashes.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const SALLYPORT_SECRET = "a secret of this test, long enough to be one";
const hash = String(knownHashes["Django pbkdf2_sha256"]);
const jsonLines = (...users: object[]) => users.map((user) => `${JSON.stringify(user)}\n`).join("");

interface Report {
	dryRun: boolean;
	users: number;
	imported: number;
	invited: number;
	skipped: number;
	refused: number;
	mistakes: Array<{ line: number; reason: string }>;
	hashes: Array<{ kind: string; cost: string; users: number; milliseconds: number | null }>;
}

forEachDatabase("users of another system", (database) => {
	let service: TestService;
	let run: Run;
	let settings: Record<string, string>;
	let folder: string;
	before(async () => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-import-"));
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		settings = {
			...cheap,
			SALLYPORT_SECRET,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: service.baseUrl,
		};
		run = createHostedRunner(settings);
	});
	after(async () => {
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const queries = () => service.running.deployment.opened.database;
	const findUser = (username: string) =>
		queries().selectFrom("users").selectAll().where("username", "=", username).executeTakeFirst();
	const countRows = async (table: "users" | "audit_events") =>
		(await queries().selectFrom(table).select("id").execute()).length;
	const importText = (input: string, options = "") => run(`user import - ${options}`, { input });
	const reportOf = (ran: Ran) => ran.json() as unknown as Report;
	const file = (name: string, content: string) => {
		const path = join(folder, name);
		writeFileSync(path, content);
		return path;
	};

	it("log in with their passwords, which gives them one of our hashes", async () => {
		const systems = Object.entries(knownHashes);
		const users = systems.map(([displayName, passwordHash], at) => ({
			username: `User${at}`,
			displayName,
			passwordHash,
		}));
		const ran = await importText(jsonLines(...users));
		assert.equal(ran.code, 0, ran.out + ran.err);
		assert.match(
			ran.out,
			new RegExp(
				`^Imported ${users.length} of ${users.length} users\\.\n\nHASH +COST +USERS +ONE CHECK HERE\n`,
			),
		);
		for (const { username, displayName } of users) {
			const name = username.toLowerCase();
			const imported = await findUser(name);
			assert.equal(imported?.display_name, displayName);
			assert.match(imported?.password_hash ?? "", /^imported\$/, displayName);
			assert.equal((await service.visitor().logIn(name, "another password")).status, 401, displayName);
			assert.equal((await findUser(name))?.password_hash, imported?.password_hash);
			assert.equal((await service.visitor().logIn(name, KNOWN_PASSWORD)).status, 200, displayName);
			assert.match(
				(await findUser(name))?.password_hash ?? "",
				/^\$argon2id\$v=19\$m=64,t=1,p=1\$/,
				displayName,
			);
			assert.equal((await service.visitor().logIn(name, KNOWN_PASSWORD)).status, 200, displayName);
		}
	});

	it("have the role, the name and the state that the file gives them, and an event each", async () => {
		const before = await countRows("audit_events");
		const ran = await importText(
			jsonLines(
				{ username: "Kim", role: "admin", displayName: "Kim Ångström", passwordHash: hash },
				{ username: "lee", disabled: true, passwordHash: hash },
				{ username: "max", passwordHash: null },
			),
			"--json",
		);
		const report = reportOf(ran);
		assert.deepEqual([ran.code, report.imported, report.invited], [0, 3, 1]);
		const found = reportOf(await run("user list --json")) as unknown as {
			users: Array<{ username: string; role: string; displayName: string; state: string }>;
		};
		const shown = found.users.filter(({ username }) => ["kim", "lee", "max"].includes(username));
		assert.deepEqual(
			shown.map(({ username, displayName, role, state }) => [username, displayName, role, state]),
			[
				["kim", "Kim Ångström", "admin", "active"],
				["lee", "lee", "user", "disabled"],
				["max", "max", "user", "invited"],
			],
		);
		assert.equal((await service.visitor().logIn("lee", KNOWN_PASSWORD)).status, 401);
		assert.equal((await service.visitor().logIn("max", KNOWN_PASSWORD)).status, 401);
		const events = await queries()
			.selectFrom("audit_events")
			.selectAll()
			.where("event", "=", "user_created")
			.where("user_id", "=", (await findUser("kim"))?.id ?? "")
			.execute();
		assert.deepEqual(
			events.map(({ detail }) => JSON.parse(detail) as unknown),
			[{ username: "kim", role: "admin", imported: true }],
		);
		assert.equal((await countRows("audit_events")) - before, 5, "three were added, two failed to log in");
	});

	it("come from CSV as well", async () => {
		const path = file(
			"users.csv",
			`\ufeffdisplayName,username,passwordHash,disabled\r\n"O'Neil, ""Nell""",nell,"${String(knownHashes.argon2id)}",false\r\n\r\n,otto,,\r\n`,
		);
		const report = reportOf(await run(`user import ${path} --json`));
		assert.deepEqual([report.imported, report.invited, report.refused], [2, 1, 0]);
		assert.equal((await findUser("nell"))?.display_name, `O'Neil, "Nell"`);
		assert.equal((await service.visitor().logIn("nell", KNOWN_PASSWORD)).status, 200);
		const unreadable = await run(`user import ${file("bad.csv", "name;hash\nx;y\n")} --json`);
		assert.equal(unreadable.code, 1);
		assert.match(unreadable.err, /"code":"file_unreadable".*names its columns/);
	});

	it("are refused one by one, with the line and the reason, but nothing of its content", async () => {
		const secret = "hunter2hunter2hunter2";
		const lines = [
			JSON.stringify({ username: "pia", passwordHash: hash }),
			`{"username":"${secret}"`,
			JSON.stringify({ username: `${secret} ${secret}` }),
			JSON.stringify({ username: "PIA" }),
			JSON.stringify({ username: "quinn", passwordHash: secret }),
			"",
			JSON.stringify({ username: "quinn", passwordHash: "5f4dcc3b5aa765d61d8327deb882cf99" }),
			JSON.stringify({ username: "quinn", passwordHash: hash.replace("$1200$", "$9000000$") }),
			JSON.stringify({ username: "admin" }),
			JSON.stringify({ username: "quinn", password: secret }),
			JSON.stringify({ username: hash, passwordHash: "quinn" }),
			JSON.stringify({ username: "quinn", role: secret }),
			JSON.stringify({ username: "quinn", disabled: 0 }),
			JSON.stringify({ username: "quinn", displayName: "\u202e" }),
			JSON.stringify([secret]),
			JSON.stringify({ username: "quinn" }),
		];
		const ran = await importText(`${lines.join("\n")}\n`, "--json");
		const report = reportOf(ran);
		assert.deepEqual([ran.code, report.users, report.imported, report.refused], [1, 15, 2, 13]);
		const told: Array<[number, RegExp]> = [
			[2, /not one JSON document/],
			[3, /username is empty, too long, or has spaces/],
			[4, /username is that of line 1/],
			[5, /passwordHash is not a hash of/],
			[7, /fast hash/],
			[8, /iterations, 9000000, more than 2000000: too expensive/],
			[9, /username is taken/],
			[10, /member beside/],
			[11, /username is a password hash/],
			[12, /role is neither/],
			[13, /disabled is neither/],
			[14, /displayName is/],
			[15, /not a JSON object/],
		];
		assert.deepEqual(
			report.mistakes.map(({ line }) => line),
			told.map(([line]) => line),
		);
		for (const [at, [line, reason]] of told.entries())
			assert.match(report.mistakes[at]?.reason ?? "", reason, `${line}`);
		assert.ok(!(ran.out + ran.err).includes(secret));
		assert.match((await importText(lines.join("\n"))).out, /^line 1: username is taken by a user/);
	});

	it("are not written by a dry run, which says how many there would be, and what they cost", async () => {
		const before = [await countRows("users"), await countRows("audit_events")];
		const users = jsonLines(
			{ username: "rosa", passwordHash: hash },
			{ username: "rosa" },
			{ username: "sam", passwordHash: hash },
			{ username: "tim" },
		);
		const ran = await importText(users, "--dry-run --json");
		const { milliseconds, ...counted } = reportOf(ran).hashes[0] ?? {};
		assert.deepEqual(counted, { kind: "pbkdf2-sha256", cost: "iterations=1200", users: 2 });
		assert.equal(typeof milliseconds, "number");
		assert.deepEqual(
			[ran.code, reportOf(ran).dryRun, reportOf(ran).imported, reportOf(ran).refused],
			[1, true, 3, 1],
		);
		assert.match(
			(await importText(users, "--dry-run")).out,
			/^line 2: .*\n\nWould import 3 of 4 users; 1 of them without a password; 1 refused\./,
		);
		assert.deepEqual([await countRows("users"), await countRows("audit_events")], before);
	});

	it("are imported all or none with --strict", async () => {
		const good = jsonLines({ username: "una" }, { username: "vera" });
		const path = file("strict.jsonl", `${good}nonsense\n`);
		const refused = await run(`user import ${path} --strict`);
		assert.equal(refused.code, 1);
		assert.match(refused.out, /^line 3: .*\n[\s\S]*Nothing was imported/);
		assert.equal(await findUser("una"), undefined);
		assert.equal((await run(`user import ${file("good.jsonl", good)} --strict`)).code, 0);
		assert.ok(await findUser("vera"));
		assert.equal((await importText(good, "--strict")).code, 2);
	});

	it("who exist already stay as they are", async () => {
		await service.addUser("wanda");
		const users = jsonLines({ username: "Wanda", role: "admin", passwordHash: hash }, { username: "xaver" });
		const refused = reportOf(await importText(users, "--json"));
		assert.deepEqual([refused.imported, refused.refused, refused.skipped], [1, 1, 0]);
		const again = await importText(users, "--on-conflict skip --json");
		assert.deepEqual([again.code, reportOf(again).imported, reportOf(again).skipped], [0, 0, 2]);
		assert.equal((await findUser("wanda"))?.role, "user");
		assert.equal((await service.visitor().logIn("wanda", ADMIN_PASSWORD)).status, 200);
		assert.equal((await importText(users, "--on-conflict overwrite")).code, 2);
	});

	it("are there in whole batches when the import is killed, and a second run adds the others", async () => {
		const users = Array.from({ length: 1300 }, (_, at) => ({ username: `crowd${at}`, passwordHash: hash }));
		const crowd = async () => {
			const rows = await queries()
				.selectFrom("users")
				.leftJoin("audit_events", "audit_events.user_id", "users.id")
				.select(["username", "event"])
				.where("username", "like", "crowd%")
				.execute();
			return rows.map(({ event }) => event);
		};
		const { PATH = "" } = process.env;
		const child = spawn(process.execPath, [program, "user", "import", "-"], {
			env: { PATH, ...settings },
			stdio: ["pipe", "ignore", "inherit"],
		});
		try {
			// It is killed while it reads.
			child.stdin.on("error", () => {});
			child.stdin.write(jsonLines(...users.slice(0, 1200)));
			// It waits for more input now, with 200 users in hand.
			await eventually(async () => (await crowd()).length >= 1000 || child.exitCode !== null);
		} finally {
			child.kill("SIGKILL");
			await once(child, "close");
		}
		const events = await crowd();
		assert.equal(events.length, 1000);
		assert.ok(events.every((event) => event === "user_created"));
		const again = reportOf(await importText(jsonLines(...users), "--on-conflict skip --json"));
		assert.deepEqual([again.imported, again.skipped, again.refused], [300, 1000, 0]);
		assert.equal((await crowd()).length, 1300);
	});
});
