/** Every command of the guides for operators, in their order, beside a running service; and every link of them. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { reservedScopes } from "../../src/platform/config/scopes.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { startTestService, type TestService } from "../support/service.ts";

const guides = ["operations.md", "second-factors.md", "people.md", "mail.md"].map((name) =>
	fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)),
);
const texts = guides.map((guide) => readFileSync(guide, "utf8"));
const commands = texts
	.flatMap((text) => [...text.matchAll(/```sh\n((?!curl)[\s\S]*?)```/g)])
	.flatMap(([, block = ""]) => block.trim().split("\n"))
	.map((line) => line.replace(/\s+#.*$/, ""));

let folder: string;
let mail: MailServer;
let service: TestService;
let run: Run;
before(async () => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-guide-"));
	const database = { SALLYPORT_SECRET: "", SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "guide.db")}` };
	mail = await startMailServer();
	service = await startTestService({ settings: { ...cheap, ...database } });
	await service.addUser("ada");
	await service.loggedIn("ada");
	run = createHostedRunner({
		...cheap,
		...database,
		...mail.settings,
		SALLYPORT_BASE_URL: service.baseUrl,
		SALLYPORT_OPERATIONS_PORT: String(service.running.operationsAddress.port),
	});
});
after(async () => {
	await service.stop();
	await mail.stop();
	rmSync(folder, { recursive: true, force: true });
});

it("names more than a dozen commands", () => {
	assert.ok(commands.length > 12);
	for (const command of commands) assert.match(command, /^sallyport /);
});

for (const command of commands) {
	it(`works: ${command}`, async () => {
		const { code, out, err } = await run(command.replace(/^sallyport /, ""), { cwd: folder });
		assert.equal(code, 0, `${out}${err}`);
	});
}

it("links to files that are there", () => {
	for (const [at, text] of texts.entries()) {
		for (const [, link = ""] of text.matchAll(/\]\(([^)#]+)/g)) {
			assert.ok(existsSync(resolve(dirname(guides[at] ?? ""), link)), link);
		}
	}
});

it("the table of scopes has every one that a key can be given, and no other", () => {
	const guide = readFileSync(new URL("../../../../docs/administration.md", import.meta.url), "utf8");
	const rows = guide.match(/^\| `sallyport:.*? \|/gm) ?? [];
	const listed = rows.flatMap((row) => [...row.matchAll(/`(sallyport:[a-z:]+)`/g)].map(([, scope]) => scope));
	assert.deepEqual(listed.toSorted(), [...reservedScopes].toSorted());
});
