/** A SQLite file on a disk that is full, and one that another process keeps locked: 503 for what must be written, no more. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const newPassword = "five words nobody else has";
const minute = 60_000;

/** One user who is logged in, in both ways, and a client that is not. */
async function people(service: TestService) {
	const person = await service.loggedIn("ada");
	const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
	const unknownDevice = service.visitor();
	await unknownDevice.get("/api/auth/csrf");
	// A token that is younger is renewed without writing.
	service.travel(10_000);
	return { person, bearer, unknownDevice };
}

/** Sends one request of each kind that must write, right ones and wrong ones. */
function writes(
	service: TestService,
	person: Visitor,
	bearer: { authorization: string },
	unknownDevice: Visitor,
) {
	return Promise.all<Answer>([
		unknownDevice.logIn("ada", ADMIN_PASSWORD, { session: true }),
		unknownDevice.logIn("ada", ADMIN_PASSWORD),
		unknownDevice.logIn("ada", "not the password"),
		unknownDevice.logIn("nobody", "not the password"),
		person.post("/api/auth/renew"),
		person.post("/api/auth/logout"),
		person.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
		person.post("/api/auth/password", { currentPassword: ADMIN_PASSWORD, newPassword }),
		person.delete("/api/auth/sessions"),
		service.visitor().post("/api/auth/renew", undefined, bearer),
		service.visitor().post("/api/auth/logout", undefined, bearer),
	]);
}

function assertNothingWritten(answers: Answer[]): void {
	for (const answer of answers) {
		assertProblem(answer, "store_unavailable");
		assert.doesNotMatch(answer.headers.get("set-cookie") ?? "", /sallyport-sid=./);
	}
}

/** A probe is smaller than a login, and may find room in the log of SQLite a few times more. */
async function assertUnready(service: TestService): Promise<void> {
	for (let probes = 1; ; probes += 1) {
		service.travel(1000);
		const { status, body } = await operatorOf(service).get("/readyz");
		if (status === 200 && probes < 50) continue;
		assert.deepEqual([status, body?.status, body?.store], [503, "store_unavailable", "unavailable"]);
		return;
	}
}

async function assertStillKnown(service: TestService, person: Visitor, bearer: { authorization: string }) {
	for (const headers of [cookieOf(person), bearer]) {
		assert.equal((await service.visitor().get("/api/auth/check", headers)).status, 204);
		assert.equal((await service.visitor().get("/api/auth/session", headers)).body?.username, "ada");
	}
	assert.match((await person.get("/account")).text, /csrf-token/);
}

/** Holds the disk until its input ends, which happens however this process ends. */
const holdDisk = `
	mount -t tmpfs -o size=4m tmpfs "$1" || exit 1
	echo mounted
	cat >/dev/null
	umount --lazy "$1" && rmdir "$1"
`;

interface SmallDisk {
	path: string;
	remove(): Promise<void>;
}

/** A disk of this test's own; null where this user may not have one. */
async function mountSmallDisk(): Promise<SmallDisk | null> {
	const path = mkdtempSync(join(tmpdir(), "sallyport-small-disk-"));
	const holder = spawn("sh", ["-c", holdDisk, "sh", path], { cwd: "/", stdio: ["pipe", "pipe", "ignore"] });
	const ended = once(holder, "close");
	const isMounted = await Promise.race([
		once(holder.stdout, "data").then(() => true),
		ended.then(() => false),
	]);
	if (!isMounted) {
		rmSync(path, { recursive: true });
		return null;
	}
	return {
		path,
		async remove() {
			holder.stdin.end();
			await ended;
		},
	};
}

describe("a SQLite file on a full disk", () => {
	let disk: SmallDisk | null = null;
	let service: TestService | undefined;
	before(async () => {
		disk = await mountSmallDisk();
	});
	after(async () => {
		await service?.stop().catch(() => {});
		await disk?.remove();
	});

	it("writes nothing and says so, still checks credentials, and recovers when there is space", async (context) => {
		if (disk === null)
			return context.skip("A small disk could not be mounted here: that takes root, on Linux.");
		const databaseUrl = `sqlite:${join(disk.path, "test.db")}`;
		const ballast = openSync(join(disk.path, "ballast"), "w");
		service = await startTestService({ databaseUrl, settings: cheap });
		await service.addUser("ada");
		const { person, bearer, unknownDevice } = await people(service);
		fill(ballast);
		await refuseAll(service, unknownDevice);

		assertNothingWritten(await writes(service, person, bearer, unknownDevice));
		await assertUnready(service);
		await assertStillKnown(service, person, bearer);
		// A use shortly before the idle end would be written at once; it counts all the same.
		service.travel(59.5 * minute);
		assert.equal((await service.visitor().get("/api/auth/check", cookieOf(person))).status, 204);

		ftruncateSync(ballast);
		assert.equal((await service.visitor().get("/api/auth/check", cookieOf(person))).status, 204);
		service.travel(minute);
		assert.equal((await person.get("/api/auth/session")).status, 200);
		assert.equal((await person.post("/api/auth/renew")).status, 200);
		assert.equal((await unknownDevice.logIn("ada", ADMIN_PASSWORD)).status, 200);
		service.travel(1000);
		assert.equal((await operatorOf(service).get("/readyz")).status, 200);
		closeSync(ballast);
	});

	/** Until not one byte is left on its disk. */
	function fill(file: number): void {
		for (let size = 65_536; size > 0; size = Math.floor(size / 2)) {
			try {
				for (;;) writeSync(file, Buffer.alloc(size));
			} catch {
				// Less than this is left.
			}
		}
	}

	/** What the log of SQLite has room for is written still. */
	async function refuseAll(full: TestService, unknownDevice: Visitor): Promise<void> {
		while ((await unknownDevice.logIn("unknown", "not the password")).status < 500) full.travel(1);
	}
});

describe("a SQLite file that another process keeps locked", () => {
	const database = createTestDatabase("sqlite");
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
	});
	after(async () => {
		await service.stop();
		await database.remove();
	});

	it("writes nothing and says so, still checks credentials, and recovers when the lock is gone", async () => {
		const { person, bearer, unknownDevice } = await people(service);
		const holder = spawn(
			process.execPath,
			["--input-type=module", "--eval", hold, (await database.url()).slice("sqlite:".length)],
			{ stdio: ["pipe", "pipe", "inherit"] },
		);
		try {
			await once(holder.stdout, "data");
			assertNothingWritten(await writes(service, person, bearer, unknownDevice));
			await assertUnready(service);
			await assertStillKnown(service, person, bearer);
		} finally {
			holder.stdin.end();
			await once(holder, "close");
		}
		service.travel(1000);
		assert.equal((await operatorOf(service).get("/readyz")).status, 200);
		assert.equal((await unknownDevice.logIn("ada", ADMIN_PASSWORD)).status, 200);
		assertProblem(await unknownDevice.logIn("ada", "not the password"), "invalid_credentials");
		assert.equal((await person.post("/api/auth/logout")).status, 200);
		assertProblem(await service.visitor().get("/api/auth/session", cookieOf(person)), "unauthenticated");
	});

	const hold = `
		import { once } from "node:events";
		import { DatabaseSync } from "node:sqlite";
		const file = new DatabaseSync(process.argv[1]);
		file.exec("pragma busy_timeout = 2000; begin exclusive");
		process.stdout.write("locked");
		await once(process.stdin.resume(), "end");
		file.exec("rollback");
		file.close();
	`;
});
