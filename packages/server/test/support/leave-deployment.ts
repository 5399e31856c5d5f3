/**
 * Leaves what a release has made, for made-by-a-release.test.ts: a SQLite file, and what its users hold. Runs the built program of a
 * checkout of that release.
 *
 *   node scripts/setup.mjs packages/server/test/support/leave-deployment.ts CHECKOUT packages/server/test/fixtures/made-by-0.2.0
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { authenticatorOf } from "./authenticator.ts";
import { cheap } from "./cheap-hashing.ts";
import { createRunner } from "./command.ts";
import { startServe } from "./serve-process.ts";
import { ADMIN_PASSWORD, TEST_SECRET } from "./service.ts";
import { createCredential } from "./software-authenticator.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

const [, , checkout = "", place = ""] = process.argv;
const program = [process.execPath, join(checkout, "packages/server/bin/sallyport.mjs")];
const folder = mkdtempSync(join(tmpdir(), "leave-deployment-"));
const file = join(folder, "login.sqlite");
const databaseUrl = `sqlite:${file}`;
const settings = { SALLYPORT_SECRET: TEST_SECRET };

const service = await startServe({ databaseUrl, settings, command: [...program, "serve"] });
const run = createRunner({ ...cheap, ...settings, SALLYPORT_DATABASE_URL: databaseUrl }, program);
const made = await use().finally(() => service.end("SIGTERM"));
writeFileSync(`${place}.sqlite.gz`, gzipSync(readFileSync(file), { level: 9 }));
const told = { madeAt: Date.now(), baseUrl: service.baseUrl, ...made };
writeFileSync(`${place}.json`, `${JSON.stringify(told, null, "\t")}\n`);
rmSync(folder, { recursive: true });

async function logIn(username: string, body: object) {
	const visitor = createVisitor(service.baseUrl);
	const answer = await visitor.logIn(username, ADMIN_PASSWORD, { ...body });
	assert.equal(answer.status, 200, answer.text);
	return { visitor, token: answer.body?.token };
}

async function use() {
	for (const words of ["ada --role admin", "ben", "eve"]) {
		const { code, err } = await run(`user add ${words} --password-stdin`, { input: `${ADMIN_PASSWORD}\n` });
		assert.equal(code, 0, err);
	}
	const { setupLink } = (await run("user add kim --json")).json();
	const held = ({ cookies, csrf }: Visitor) => ({ cookies: Object.fromEntries(cookies), csrf });
	const ada = await logIn("ada", { session: true });
	const { token } = await logIn("ada", {});
	const ben = await logIn("ben", { session: true, remember: true });
	return {
		setupLink,
		ada: { ...held(ada.visitor), token },
		ben: held(ben.visitor),
		eve: await addFactors((await logIn("eve", { session: true })).visitor),
	};
}

async function addFactors(eve: Visitor) {
	const offered = await eve.post("/api/auth/factors/totp");
	const app = authenticatorOf({ now: Date.now, travel() {} }, offered);
	const activation = { offer: offered.body?.offer, code: app.code() };
	const added = await eve.post("/api/auth/factors/totp/activate", activation);
	assert.equal(added.status, 201, added.text);
	const { body } = await eve.post("/api/auth/factors/passkey/options");
	const asked = body?.passkey as { user: { id: string }; rp: { id: string } };
	const { response, credentialId, key } = createCredential(asked, { origin: service.baseUrl });
	const passkey = { challenge: body?.challenge, passkey: response };
	const { status, text, body: answered } = await eve.post("/api/auth/factors/passkey", passkey);
	assert.equal(status, 201, text);
	return {
		totp: offered.body?.secret,
		recoveryCodes: added.body?.recoveryCodes,
		passkey: {
			id: answered?.id,
			credentialId,
			userHandle: asked.user.id,
			rpId: asked.rp.id,
			key: key.export({ format: "jwk" }),
		},
	};
}
