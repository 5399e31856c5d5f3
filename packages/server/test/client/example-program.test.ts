// At length: it runs programs of the examples.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { cheap } from "../support/cheap-hashing.ts";
import { examples, type Started, startExample } from "../support/examples.ts";
import { administrationOf } from "../support/people.ts";
import { addProgram, type ProgramKey } from "../support/program-key.ts";
import { freePort, startTestService, type TestService } from "../support/service.ts";

describe("The program of examples/program", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-program-"));
	const file = join(folder, "key");
	let service: TestService;
	let api: Started;
	let program: ProgramKey;
	before(async () => {
		service = await startTestService({ settings: cheap });
		program = await addProgram(service, "nightly");
		api = await startExample("insight-api/server.ts", await freePort(), { SALLYPORT_URL: service.baseUrl });
	});
	after(async () => {
		await api?.stop();
		await service?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	/** `key` is what the file holds; as `access-key add --out` writes it, with a line end. */
	async function run(more: Record<string, string> = {}, key = `${program.accessKey}\n`) {
		writeFileSync(file, key, { mode: 0o600 });
		const { PATH = "" } = process.env;
		const env = {
			PATH,
			SALLYPORT_URL: service.baseUrl,
			SALLYPORT_USERNAME: program.username,
			SALLYPORT_CSRF: program.csrf,
			SALLYPORT_KEY_FILE: file,
			...more,
		};
		const script = join(examples, "program/report.mjs");
		const ran = await promisify(execFile)(process.execPath, [script], { env }).then(
			({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
			({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
				return { code, stdout, stderr };
			},
		);
		assert.ok(!(ran.stdout + ran.stderr).includes(program.accessKey.slice(10)), "it prints the key");
		return ran;
	}

	it("logs in and calls the service, and an API", async () => {
		const own = await run();
		assert.deepEqual([own.code, own.stderr], [0, ""]);
		assert.match(own.stdout, /^The API answered 200: .*"username":"nightly"/);
		const other = await run({ API_URL: `http://127.0.0.1:${api.port}/insight` });
		assert.deepEqual([other.code, other.stderr], [0, ""]);
		assert.match(other.stdout, /^The API answered 200: .*"kind":"token"/);
	});

	it("fails when the API refuses it", async () => {
		const { code, stdout } = await run({ API_URL: `http://127.0.0.1:${api.port}/reports` });
		assert.equal(code, 1);
		assert.match(stdout, /^The API answered 403: .*"group":"analysts"/);
	});

	it("says why it could not log in", async () => {
		const { code, stdout, stderr } = await run({ SALLYPORT_USERNAME: "another" });
		assert.deepEqual([code, stdout], [1, ""]);
		assert.match(stderr, /^invalid_credentials: /);
		assert.match((await run({}, "correct horse")).stderr, /^TypeError: accessKey is /);
		await administrationOf(service).accessKeys.end(program.id);
		assert.match((await run()).stderr, /^access_key_ended: /);
	});
});
