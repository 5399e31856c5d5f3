import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { rootCertificates } from "node:tls";
import { parsePostgresUrl } from "./postgres-url.ts";

describe("the parser of PostgreSQL URLs", () => {
	it("reads every part", () => {
		const url = "postgres://a%40b:p%2Fw@db.example:6432/my%20db?application_name=x&options=-c%20a%3Db";
		const { host, port, user, password, database, application_name, options } = only(url);
		assert.deepEqual(
			{ host, port, user, password, database, application_name, options },
			{
				host: "db.example",
				port: 6432,
				user: "a@b",
				password: "p/w",
				database: "my db",
				application_name: "x",
				options: "-c a=b",
			},
		);
	});

	it("reads the list of hosts that libpq reads", () => {
		const lists = {
			"postgres://u:p%40@a:1,[::1],c:3/x": "a:1 ::1:5432 c:3",
			"postgres://u:p@w@a,b/x": "a:5432 b:5432",
			"postgres:///x?host=/run/a,/run/b": "/run/a:5432 /run/b:5432",
			"postgres://u@a:1,b:2/x?target_session_attrs=read-write": "a:1 b:2",
		};
		for (const [url, hosts] of Object.entries(lists)) {
			const read = parsePostgresUrl(url);
			assert.equal(read.hosts.map(({ host, port }) => `${host}:${port}`).join(" "), hosts);
			assert.equal(read.mustWrite, true, "without a standby unless the URL asks for one");
			assert.equal(new Set(read.hosts.map(({ user, password }) => `${user} ${password}`)).size, 1);
		}
		assert.equal(parsePostgresUrl("postgres://a,b/x?target_session_attrs=any").mustWrite, false);
	});

	it("refuses an empty host in a list that a parameter gives, which pg would take for this machine", () => {
		assert.throws(() => parsePostgresUrl("postgres:///x?host=a,,b"), /not well-formed/);
	});

	it("verifies TLS for each host of a list by itself", () => {
		const { hosts } = parsePostgresUrl("postgres://localhost,db.example/x");
		assert.deepEqual(
			hosts.map(({ ssl }) => ssl !== false),
			[false, true],
		);
	});

	const tls = [
		{ url: "postgres://db.example/x", verifies: "certificate and name" },
		{ url: "postgres://10.0.0.5/x", verifies: "certificate and name" },
		{ url: "postgres://localhost.example/x", verifies: "certificate and name" },
		{ url: "postgres://db.example/x?sslmode=verify-full", verifies: "certificate and name" },
		{ url: "postgres://localhost/x?sslmode=verify-full", verifies: "certificate and name" },
		{ url: "postgres://db.example/x?sslmode=verify-ca", verifies: "certificate" },
		{ url: "postgres://db.example/x?sslmode=require", verifies: "nothing" },
		{ url: "postgres://db.example/x?sslmode=disable", verifies: "no TLS" },
		{ url: "postgres://localhost/x", verifies: "no TLS" },
		{ url: "postgres://127.0.0.1/x", verifies: "no TLS" },
		{ url: "postgres://[::1]/x", verifies: "no TLS" },
		{ url: "postgres:///x", verifies: "no TLS" },
		{ url: "postgres:///x?host=/run/postgresql", verifies: "no TLS" },
		{ url: "postgres://%2Frun%2Fpostgresql/x", verifies: "no TLS" },
	];
	for (const { url, verifies } of tls) {
		it(`verifies ${verifies} for ${url}`, () => {
			assert.equal(verified(url), verifies);
		});
	}

	it("verifies the certificate under the given root, and then for sslmode=require too, as libpq does", () => {
		const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
		const root = join(folder, "root.pem");
		writeFileSync(root, rootCertificates[0] ?? "");
		assert.equal(verified(`postgres://db.example/x?sslmode=require&sslrootcert=${root}`), "certificate");
		assert.equal(verified(`postgres://db.example/x?sslrootcert=${root}`), "certificate and name");
		rmSync(folder, { recursive: true });
	});
});

function only(url: string) {
	const { hosts } = parsePostgresUrl(url);
	assert.equal(hosts.length, 1);
	return hosts[0] as (typeof hosts)[number];
}

function verified(url: string): string {
	const { ssl } = only(url);
	if (typeof ssl !== "object") return "no TLS";
	if (ssl.rejectUnauthorized === false) return "nothing";
	return ssl.checkServerIdentity === undefined ? "certificate and name" : "certificate";
}
