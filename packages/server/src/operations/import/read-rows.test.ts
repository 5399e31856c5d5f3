import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readLines } from "./read-lines.ts";
import { type Format, readRows, splitCsv, UnreadableFile } from "./read-rows.ts";

/** In chunks of so many bytes. */
async function* chunks(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	const bytes = Buffer.from(content);
	for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const linesOf = (content: string | Uint8Array, size = 7) => Array.fromAsync(readLines(chunks(content, size)));
const rowsOf = (content: string, format: Format) =>
	Array.fromAsync(readRows(readLines(chunks(content, 5)), format));

describe("lines", () => {
	it("are the same, however the file arrives", async () => {
		const content = "\ufeffone\r\n\ntwo é 🚪\r\n\ufeffthree\r\rx\n";
		const texts = ["one", "", "two é 🚪", "\ufeffthree\r\rx"];
		for (const end of ["", "last"]) {
			const wanted = end === "" ? texts : [...texts, end];
			for (const size of [1, 2, 3, 5, 1000]) {
				assert.deepEqual(
					await linesOf(content + end, size),
					wanted.map((text, at) => ({ number: at + 1, text })),
				);
			}
		}
		assert.deepEqual(await linesOf(""), []);
	});

	it("that cannot be read are reported by number, and the rest are read", async () => {
		const bytes = Buffer.concat([
			Buffer.from("good\n"),
			Buffer.from([0xff, 0xfe, 0x0a]),
			Buffer.from(`${"x".repeat(65_537)}\n${"y".repeat(65_536)}\n`),
		]);
		const lines = await linesOf(bytes, 1000);
		assert.deepEqual(
			lines.map((line) => ("text" in line ? line.text.length : line.mistake)),
			[4, "the line is not UTF-8", "the line is longer than 65536 bytes", 65_536],
		);
	});
});

describe("CSV", () => {
	it("is split as RFC 4180 says", () => {
		const cases: Array<[string, string[] | null]> = [
			["", [""]],
			["a", ["a"]],
			["a,b", ["a", "b"]],
			["a,", ["a", ""]],
			[",,", ["", "", ""]],
			[" a , b ", [" a ", " b "]],
			['"a,b",c', ["a,b", "c"]],
			['"a ""b""",""', ['a "b"', ""]],
			["a'b;c\td", ["a'b;c\td"]],
			['a"b', null],
			['"a', null],
			['"a"b', null],
			['"a" ,b', null],
			['"', null],
			['"""', null],
		];
		for (const [line, cells] of cases) assert.deepEqual(splitCsv(line), cells, line);
	});

	it("is read by the names in its first line", async () => {
		const content = '\nusername,role,disabled\n"ada",,true\n\nben,admin,false\ncleo,user,no\n"dan\nerr,,,\n';
		assert.deepEqual(await rowsOf(content, "csv"), [
			{ line: 3, given: { username: "ada", disabled: true } },
			{ line: 5, given: { username: "ben", role: "admin", disabled: false } },
			{ line: 6, given: { username: "cleo", role: "user", disabled: "no" } },
			{ line: 7, mistake: "a quote is misplaced or not closed in the line" },
			{ line: 8, mistake: "there are 4 cells, and 3 columns; what holds a comma has to be quoted" },
		]);
	});

	it("without known names in its first line is not read at all", async () => {
		for (const head of ["name,hash", "username;role", "role", "username,username", "username,", '"username'])
			await assert.rejects(rowsOf(`${head}\nada,user\n`, "csv"), UnreadableFile, head);
	});
});

it("JSON lines are read one by one", async () => {
	assert.deepEqual(await rowsOf('{"username":"ada"}\n \n[]\n{"username":\n"ben"}\nnull', "jsonl"), [
		{ line: 1, given: { username: "ada" } },
		{ line: 3, given: [] },
		{ line: 4, mistake: "the line is not one JSON document" },
		{ line: 5, mistake: "the line is not one JSON document" },
		{ line: 6, given: null },
	]);
});
