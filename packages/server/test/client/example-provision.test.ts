// At length: it runs programs of the examples.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { cheap } from "../support/cheap-hashing.ts";
import { examples } from "../support/examples.ts";
import { administrationOf } from "../support/people.ts";
import { addProgram, type ProgramKey } from "../support/program-key.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("The program of examples/provision", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-provision-"));
	let service: TestService;
	let program: ProgramKey;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await administrationOf(service).groups.add("analysts");
		program = await addProgram(service, "provisioner", [
			"sallyport:users:read",
			"sallyport:users:write",
			"sallyport:groups:write",
		]);
	});
	after(async () => {
		await service?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const shown = readFileSync(join(examples, "provision/users.jsonl"), "utf8");

	async function run(lines: string, { username, accessKey, csrf }: ProgramKey = program) {
		const [file, users] = [join(folder, "key"), join(folder, "users.jsonl")];
		writeFileSync(file, `${accessKey}\n`, { mode: 0o600 });
		writeFileSync(users, lines);
		const { PATH = "" } = process.env;
		const env = {
			PATH,
			SALLYPORT_URL: service.baseUrl,
			SALLYPORT_USERNAME: username,
			SALLYPORT_CSRF: csrf,
			SALLYPORT_KEY_FILE: file,
		};
		const script = join(examples, "provision/provision.mjs");
		return promisify(execFile)(process.execPath, [script, users], { env }).then(
			({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
			({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
				return { code, stdout, stderr };
			},
		);
	}

	it("adds the users of its file, and changes nothing the second time", async () => {
		const first = await run(shown);
		assert.deepEqual([first.code, first.stderr], [0, ""]);
		assert.equal(first.stdout, "ada: added\nkim: added\nlou: added, disabled\nchanges: 4\n");
		const ada = await administrationOf(service).users.find("ada");
		assert.deepEqual([ada.displayName, ada.groups, ada.externalId], ["Ada Lovelace", ["analysts"], "1001"]);
		assert.deepEqual(await run(shown), { code: 0, stdout: "changes: 0\n", stderr: "" });
		assert.equal((await administrationOf(service).users.find("ada")).version, ada.version);
	});

	it("changes what differs and nothing else, and renames by the external id", async () => {
		const changed = await run(
			`${JSON.stringify({ username: "Ada.King", externalId: "1001", groups: [], attributes: { team: "one" } })}\n` +
				`${JSON.stringify({ username: "lou", externalId: "1003", disabled: false })}\n`,
		);
		assert.deepEqual([changed.code, changed.stderr], [0, ""]);
		assert.equal(
			changed.stdout,
			"Ada.King: changed username, groups, attributes\nlou: enabled\nchanges: 2\n",
		);
		const ada = await administrationOf(service).users.find("ada.king");
		assert.deepEqual([ada.displayName, ada.groups, ada.attributes], ["Ada Lovelace", [], { team: "one" }]);
	});

	it("tells which line failed, and continues", async () => {
		const { users } = administrationOf(service);
		await service.addUser("root");
		await users.setRole("root", "admin");
		const { code, stdout, stderr } = await run(
			'{"username":"root","locale":"de"}\n{"username":\n{"username":"kim","groups":["nowhere"]}\n{"username":"max"}\n',
		);
		assert.deepEqual([code, stdout], [1, "max: added\nchanges: 1\n"]);
		assert.match(
			stderr,
			/^line 1: forbidden: .*\nline 2: SyntaxError: .*\nline 3: validation_failed: .* \/groups: /,
		);
	});

	it("stops at a key that may not", async () => {
		const reader = await addProgram(service, "reader", ["sallyport:users:read"]);
		const { code, stderr } = await run(shown.replace("ada", "eve").replace("1001", "1004"), reader);
		assert.equal(code, 1);
		assert.match(stderr, /^line 1: insufficient_scope: [^\n]+\n$/);
	});
});
