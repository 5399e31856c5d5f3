import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { examples, isInstalled } from "../support/examples.ts";
import { startTestService, type TestService } from "../support/service.ts";

const skip = isInstalled("curl") ? false : "curl is not installed here, so examples/mobile.sh is not tested";

describe(skip || "examples/mobile.sh", { skip }, () => {
	const password = 'a "quoted" \\password\\ für $HOME';
	let service: TestService;
	before(async () => {
		service = await startTestService({ prefix: "/analytics", settings: cheap });
		await service.addUser("ada", password);
	});
	after(() => service.stop());

	async function run(given: Record<string, string>, input = "") {
		const { PATH = "" } = process.env;
		const env = { PATH, SALLYPORT_URL: service.baseUrl, SALLYPORT_USERNAME: "ada", ...given };
		const child = spawn("sh", ["mobile.sh"], { cwd: examples, env });
		child.stdin.end(input);
		const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
		return { code: child.exitCode, out, err };
	}

	it("logs in, calls an API, renews and logs out", async () => {
		const { code, out, err } = await run({ SALLYPORT_PASSWORD: password });
		assert.equal(err, "");
		assert.equal(code, 0);
		assert.match(out, /"username":"ada"/);
		assert.deepEqual(
			out.split("\n").filter((line) => /: \d{3}$/.test(line)),
			[
				"CSRF token: 200",
				"login: 200",
				"API: 200",
				"renewal: 200",
				"API, with the new token: 200",
				"logout: 200",
				"who am I, after the logout: 401",
			],
		);
		assert.equal(/eyJ|c1\./.test(out), false);
	});

	async function runShort(given: Record<string, string>) {
		const { PATH = "" } = process.env;
		const child = spawn("sh", ["log-in.sh"], { cwd: examples, env: { PATH, ...given } });
		const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
		return { code: child.exitCode, out, err };
	}

	it("has a short form", async () => {
		const BODY = JSON.stringify({ username: "ada", password });
		const { out } = await runShort({ SALLYPORT_URL: service.baseUrl, BODY });
		assert.equal((JSON.parse(out) as { username: string }).username, "ada");
	});

	it("has a short form that sends nothing while a parameter is missing", async () => {
		const parameters: Array<[missing: string, given: Record<string, string>]> = [
			["BODY", { SALLYPORT_URL: service.baseUrl }],
			["SALLYPORT_URL", { BODY: "{}" }],
		];
		for (const [missing, given] of parameters) {
			const { code, out, err } = await runShort(given);
			assert.notEqual(code, 0);
			assert.equal(out, "");
			assert.match(err, new RegExp(`${missing}: Set it to`));
		}
	});

	it("says why it could not log in", async () => {
		const { code, out, err } = await run({ SALLYPORT_PASSWORD: "not the password" });
		assert.equal(code, 1);
		assert.match(out, /login: 401\n$/);
		assert.match(err, /invalid_credentials: /);
	});
});
