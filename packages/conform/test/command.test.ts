import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { cheap } from "../../server/test/support/cheap-hashing.ts";
import { createHostedRunner, createRunner } from "../../server/test/support/command.ts";
import { makeSelfSigned } from "../../server/test/support/self-signed.ts";
import {
	ADMIN_PASSWORD,
	freePort,
	startTestService,
	type TestService,
} from "../../server/test/support/service.ts";
import type { Result } from "../src/conform.ts";
import { askPassword } from "../src/password.ts";
import { startTamperingProxy, type TamperingProxy } from "./tampering-proxy.ts";

const run = createRunner({});
const input = `${ADMIN_PASSWORD}\n`;

describe("sallyport conform", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-conform-"));
	const certificate = makeSelfSigned();
	const authority = join(folder, "authority.pem");
	let proxy: TamperingProxy;
	let service: TestService;
	before(async () => {
		writeFileSync(authority, certificate.cert);
		proxy = await startTamperingProxy("", certificate);
		service = await startTestService({ settings: { ...cheap, SALLYPORT_BASE_URL: proxy.url } });
		proxy.target = service.port;
		await service.addUser("ada");
	});
	after(async () => {
		await service.stop();
		await proxy.stop();
		rmSync(folder, { recursive: true, force: true });
	});
	const trusting = { NODE_EXTRA_CA_CERTS: authority };

	it("prints a table, group by group, and what it sent", async () => {
		const words = `conform ${proxy.url}/ --user ada --password-stdin`;
		const { code, out, err } = await run(words, { input, more: trusting });
		assert.deepEqual([code, err], [0, ""], out);
		assert.match(out, /^login\n✓ {2}login\.token-answer {2,}A login without session/);
		assert.match(out, /\n\ncsrf\n✓ {2}csrf\.before-login {2,}\S.*\(contract 2\)\n/);
		assert.match(out, /\n\d+ promises: \d+ kept, 0 broken, 8 left out\.\n/);
		assert.match(out, /\nSent \d+ requests; 5 sessions, all ended; 2 wrong passwords\.\n$/);
	});

	it("fails when a promise is broken, and shows what was seen and what to do", async () => {
		proxy.tampering = {
			response(response) {
				response.headers.server = "nginx/1.27.0";
			},
		};
		const { code, out } = await run(`conform ${proxy.url} --only headers`, { more: trusting });
		const { json } = await run(`conform ${proxy.url} --only headers --json`, { more: trusting });
		proxy.tampering = {};
		assert.equal(code, 1);
		assert.match(out, /\n✗ {2}headers\.silent .*\n +seen: \S.*: Server: nginx\/1\.27\.0\n/);
		assert.match(out, /1 broken.*\n.*\n\nRun it against the service's own address too/);
		assert.match(out, /\nSent \d+ requests?\.\n/, "no sessions of which all ended");
		assert.match(out, /\n\nWithout --user NAME, .* left out\.\n$/);
		const { ok, baseUrl, results } = json();
		assert.deepEqual([ok, baseUrl, Array.isArray(results)], [false, proxy.url, true]);
	});

	it("fails when the user cannot log in, though what needs no login is kept", async () => {
		const words = `conform ${proxy.url} --user ada --password-stdin --only session`;
		const { code, out } = await run(words, { input: "not the password\n", more: trusting });
		assert.equal(code, 1, out);
		assert.match(out, /\d kept, 0 broken, \d+ left out/);
		assert.match(out, /\n\nA login of ada was refused: what needs it was not checked\.\n$/);
	});

	it("prints in one line what was left out for one reason, and each in the document", async () => {
		const words = `conform ${proxy.url} --only session --only token`;
		const { out } = await run(words, { more: trusting });
		const { results } = (await run(`${words} --json`, { more: trusting })).json();
		const leftOut = (results as Result[]).filter(({ seen }) => seen === "needs a user");
		assert.ok(leftOut.length > 10);
		assert.ok(out.includes(`\n\nleft out\n–  ${leftOut.length} promises`), out);
		assert.equal(out.match(/needs a user/g)?.length, 1, out);
		for (const { id } of leftOut) assert.ok(!out.includes(`${id} `), id);
	});

	it("takes the issuer for the OpenID provider, and fails where there is none: nothing was checked", async () => {
		for (const url of [proxy.url, `${proxy.url}/oidc/`]) {
			const words = `conform --oidc ${url} --only oidcc-server`;
			const { code, out } = await run(words, { more: trusting });
			assert.equal(code, 1);
			assert.match(
				out,
				/^basic-op\n– {2}oidcc-server {2}.* \(OpenID Connect Core 3\.1\) Left out: .*SALLYPORT_OIDC is off/,
			);
			assert.match(out, /0 kept, 0 broken, 1 left out\..*\n\nNothing was checked\./s);
			const { ok, baseUrl } = (await run(`${words} --json`, { more: trusting })).json();
			assert.deepEqual([ok, baseUrl], [false, proxy.url]);
		}
	});

	it("says why no service answers, and never sends the password to another one", async () => {
		const words = (url: string) => `conform ${url} --user ada --password-stdin`;
		const untrusted = await run(words(proxy.url), { input });
		assert.equal(untrusted.code, 1);
		assert.match(untrusted.err, /does not answer.*self-signed certificate/);
		const nowhere = await run(words(`http://localhost:${await freePort()}`), { input });
		assert.match(nowhere.err, /does not answer.*ECONNREFUSED/);
		const told: string[] = [];
		proxy.tampering = {
			call: ({ method, path }) => void told.push(`${method} ${path}`),
			response(response) {
				response.body = "<html>";
			},
		};
		const other = await run(words(proxy.url), { input, more: trusting });
		proxy.tampering = {};
		assert.equal(other.code, 1);
		assert.match(other.err, /answered by something else: status 200/);
		assert.deepEqual(told, ["GET /.well-known/oauth-authorization-server"]);
	});

	it("ends with exit code 2 when it is used wrongly", async () => {
		const wrong: Array<[words: string, says: RegExp]> = [
			["conform", /URL is missing/],
			["conform here", /such as https:\/\/login\.example\.com/],
			["conform localhost:8400", /Write the scheme too: http:\/\/localhost:8400\. /],
			[
				"conform login.example.com:8443/x?hunter2",
				/Write the scheme too: https:\/\/login\.example\.com:8443\. /,
			],
			["conform hunter2", /such as https:\/\/login\.example\.com/],
			["conform https://localhost --with-waits", /need --oidc/],
			["conform https://localhost --oidc --with-factors", /goes without --oidc/],
			["conform https://localhost --oidc --only login", /--only takes one of config-op, basic-op/],
			["conform https://localhost --only nonsense", /--only takes one of login, factors, csrf/],
			["conform https://localhost --password-stdin", /needs --user/],
			["conform https://localhost --user ada", /no terminal.*--password-stdin/],
			["conform https://localhost --user ada --password=hunter2", /never an argument/],
			["conform http://login.example.com --user ada --password-stdin", /in the clear/],
			["conform https://localhost --at http://10.0.0.1 --user ada --password-stdin", /in the clear/],
			["conform https://localhost --at hunter2", /such as https:/],
		];
		for (const [words, says] of wrong) {
			const { code, out, err } = await createHostedRunner({})(words, { input });
			assert.deepEqual([code, out], [2, ""], words);
			assert.match(err, says);
			assert.doesNotMatch(err, /hunter2|correct horse/);
		}
	});
});

describe("sallyport-conform", () => {
	const program = fileURLToPath(new URL("../src/main.ts", import.meta.url));
	const start = (...words: string[]) =>
		spawnSync(process.execPath, [program, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

	it("works with what the oldest Node it promises has, and asks for it in one line on an older one", async () => {
		const service = await startTestService({ settings: cheap });
		after(service.stop);
		await service.addUser("ada");
		const preloaded = (script: string, ...words: string[]) => {
			const old = `data:text/javascript,${encodeURIComponent(script)}`;
			const child = spawn(process.execPath, ["--import", old, program, ...words]);
			child.stdin.end(input);
			return Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
		};
		const words = [service.baseUrl, "--user", "ada", "--password-stdin"];
		const [out, err, [code]] = await preloaded(asOnNode20.join(""), ...words);
		assert.deepEqual([code, err], [0, ""], out);
		assert.match(out, /\n\d+ promises: \d+ kept, 0 broken,/);
		const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } });`;
		const refused = await preloaded(older, ...words);
		assert.equal(refused[1], "sallyport-conform needs Node 20 or later; this is 18.20.4.\n");
		const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
			engines: { node: string };
		};
		assert.equal(engines.node, ">=20");
	});

	it("runs without the server, under its own name", async () => {
		assert.match(start("--help").stdout, /^sallyport-conform URL \[--user NAME\]/);
		const wrong = start("here");
		assert.deepEqual([wrong.status, wrong.stdout], [2, ""]);
		assert.match(wrong.stderr, /^sallyport-conform: URL is .* See sallyport-conform --help\.\n$/);
		const nowhere = start(`http://localhost:${await freePort()}`, "--json");
		assert.equal(nowhere.status, 1);
		assert.equal((JSON.parse(nowhere.stderr) as { error: { code: string } }).error.code, "nobody_there");
	});
});

/** What Node has had since version 21 or later: gone, as on Node 20. */
const younger = [
	"Map.groupBy Object.groupBy Promise.withResolvers Promise.try Array.fromAsync URL.parse RegExp.escape Error.isError",
	"Set.prototype.union Set.prototype.difference Set.prototype.isSubsetOf Uint8Array.fromBase64 Uint8Array.prototype.toHex",
	"Iterator.prototype.map Iterator.prototype.filter Iterator.prototype.toArray Iterator.from Iterator",
].join(" ");
const asOnNode20 = younger.split(" ").map((path) => `delete globalThis.${path};`);

describe("the password prompt", () => {
	function terminal() {
		const input = new PassThrough();
		const output = new PassThrough();
		const response = askPassword("Password of ada: ", { input, output });
		return { input, response, shown: () => String(output.read() ?? "") };
	}

	it("takes what is typed, corrections included, and shows nothing of it", async () => {
		const { input, response, shown } = terminal();
		input.write("hunter3\u007f2 ß\r");
		assert.equal(await response, "hunter2 ß");
		assert.equal(shown(), "Password of ada: \n");
	});

	it("gives up at Ctrl-C and at the end of input", async () => {
		for (const end of ["\u0003", "\u0004"]) {
			const { input, response } = terminal();
			input.write(end);
			await assert.rejects(response, /No password was given/);
		}
	});
});
