/** What files of users are read as. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guessMapping, SAMPLE, userOf } from "./members.ts";
import { readCsv } from "./read-csv.ts";
import { readNdjson } from "./read-ndjson.ts";
import { candidatesOf, piecesOf } from "./try-out.ts";

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

test("A CSV file is read with quotes, any line breaks, a byte order mark and empty lines", () => {
	const text =
		'\ufeffusername,displayName\r\nada,"Lovelace, ""Ada"""\r\n\r\ngrace,"two\nlines"\ralan,Alan\n,\n';
	const { columns, rows } = readCsv(text);
	assert.deepEqual(columns, ["username", "displayName"]);
	assert.deepEqual(rows, [
		{ line: 2, cells: ["ada", 'Lovelace, "Ada"'] },
		{ line: 4, cells: ["grace", "two\nlines"] },
		{ line: 6, cells: ["alan", "Alan"] },
	]);
});

test("An apostrophe before what looks like a formula is undone, and no other one", () => {
	assert.deepEqual(cellsOf("a,b,c\n'=1+1,'@x,'quoted'\n'-2,'+3,it's\n''=x,'＝x,''"), [
		["=1+1", "@x", "'quoted'"],
		["-2", "+3", "it's"],
		["'=x", "＝x", "''"],
	]);
});

test("Semicolons and tabs separate cells where the first line has them", () => {
	assert.deepEqual(cellsOf("a;b\n1,5;2"), [["1,5", "2"]]);
	assert.deepEqual(cellsOf("a\tb\n1;5\t2"), [["1;5", "2"]]);
});

test("A line with another number of cells is one that cannot be read, and an open quote is an error", () => {
	assert.deepEqual(cellsOf("a,b\n1,2,3\n1"), [null, null]);
	assert.throws(() => readCsv('a,b\n"1,2\n3,4'), { problem: "open_quote" });
	assert.throws(() => readCsv("\n \n"), { problem: "empty" });
});

test("A line with text after a closing quote cannot be read, and is one line", () => {
	const { rows } = readCsv('email,username,role\n"a@x" ,bob,admin\n"b@x",eve,user');
	assert.deepEqual(rows, [
		{ line: 2, cells: null },
		{ line: 3, cells: ["b@x", "eve", "user"] },
	]);
});

test("A line of NDJSON that spells half of a character cannot be read: the service would refuse all lines", () => {
	const { rows } = readNdjson('{"username":"ada","groups":["a\\ud800"]}\n{"username":"\\ud83e\\udd84"}');
	assert.deepEqual(
		rows.map(({ cells }) => cells?.[0] ?? null),
		[null, "🦄"],
	);
});

test("Columns of NDJSON are all members that occur; what is no object cannot be read", () => {
	const { columns, rows } = readNdjson(
		'{"username":"ada"}\n\n[1]\n{"username":"kim","groups":["a"],"__proto__":1}',
	);
	assert.deepEqual(columns, ["username", "groups", "__proto__"]);
	assert.deepEqual(
		rows.map(({ line, cells }) => [line, cells?.slice(0, 2) ?? null]),
		[
			[1, ["ada", undefined]],
			[3, null],
			[4, ["kim", ["a"]]],
		],
	);
});

test("The columns of our own export are known, and an empty cell says nothing", () => {
	const mapping = guessMapping(["id", "username", "E-Mail", "emailVerifiedAt", "groups", "state", "user"]);
	assert.deepEqual(mapping, ["id", "username", "email", "emailVerified", "groups", null, null]);
	assert.deepEqual(
		userOf(["", " ada ", "a@b.example", "2026-01-31T09:15:00Z", "a b  a", "active", "x"], mapping),
		{
			username: "ada",
			email: "a@b.example",
			emailVerified: true,
			groups: ["a", "b"],
		},
	);
});

test("A name that comes twice is refused where it comes again", () => {
	const { rows } = readCsv("username\nada\nkim\nADA");
	const found = candidatesOf(rows, ["username"]).map(({ line, code, message }) => [line, code, message]);
	assert.deepEqual(found, [
		[2, null, ""],
		[3, null, ""],
		[4, "twice", "2"],
	]);
});

test("Rows are sent a thousand at a time, and below a megabyte", () => {
	const rowsOf = (count: number, name: string) =>
		Array.from({ length: count }, (_, at) => ({ line: at + 2, cells: [`${at}`, name] }));
	const sizes = (count: number, name: string) =>
		piecesOf(candidatesOf(rowsOf(count, name), ["username", "displayName"])).map(({ length }) => length);
	assert.deepEqual(sizes(2001, "Kim"), [1000, 1000, 1]);
	assert.deepEqual(sizes(3, "K".repeat(400_000)), [2, 1]);
});

test("The example of a file is read as the page explains its columns", () => {
	const { columns, rows } = readCsv(SAMPLE);
	const [user] = candidatesOf(rows, guessMapping(columns)).map((each) => each.user);
	assert.deepEqual(user, {
		username: "ada",
		displayName: "Ada Lovelace",
		email: "ada@example.com",
		role: "user",
		attributes: { department: "sales" },
	});
});
