import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem, errorsOf } from "../support/problem.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

let service: TestService;
before(async () => {
	service = await startTestService({ settings: cheap });
});
after(() => service.stop());

/** A login with exactly these bytes for a body. */
async function send(body: string | Uint8Array, type = "application/json"): Promise<Answer> {
	const visitor = service.visitor();
	await visitor.get("/api/auth/csrf");
	const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
	const bytes = Buffer.from(body);
	const head = rawRequest([
		"POST /api/auth/login HTTP/1.1",
		"Host: localhost",
		"Connection: close",
		`Cookie: ${cookie}`,
		`csrf: ${visitor.csrf}`,
		`Content-Type: ${type}`,
		`Content-Length: ${bytes.length}`,
	]);
	return sendRaw(service.port, Buffer.concat([Buffer.from(head), bytes]));
}

const whole = '{"username":"ada","password":"x"}';
const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

describe("a body that is no strict JSON", () => {
	const bodies: Array<[name: string, body: string | Uint8Array, code: ErrorCode]> = [
		["nothing", "", "malformed_json"],
		["white space", " \n", "malformed_json"],
		["a byte order mark", `\u{feff}${whole}`, "malformed_json"],
		["UTF-16", Buffer.from(whole, "utf16le"), "malformed_json"],
		["Latin-1", Buffer.from('{"username":"é"}', "latin1"), "malformed_json"],
		[
			"an overlong slash",
			Buffer.from([...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}')]),
			"malformed_json",
		],
		["a raw NUL", '{"username":"a\0b"}', "malformed_json"],
		["an escaped NUL", String.raw`{"username":"a\u0000b","password":"x"}`, "malformed_json"],
		["an escaped NUL in a name", String.raw`{"user\u0000name":"a"}`, "malformed_json"],
		["a lone surrogate", String.raw`{"username":"\ud83d","password":"x"}`, "malformed_json"],
		["a pair the wrong way round", String.raw`{"username":"\ude00\ud83d","password":"x"}`, "malformed_json"],
		["half a pair in a name", String.raw`{"\ud83d":1}`, "malformed_json"],
		["half a pair deep inside", String.raw`{"a":[["\ud83d"]]}`, "malformed_json"],
		["NaN", '{"username":NaN}', "malformed_json"],
		["Infinity", '{"username":-Infinity}', "malformed_json"],
		["a comment", `/* hello */${whole}`, "malformed_json"],
		["single quotes", "{'username':'ada'}", "malformed_json"],
		["a comma at the end", '{"username":"ada",}', "malformed_json"],
		["a name without quotes", '{username:"ada"}', "malformed_json"],
		["two documents", whole + whole, "malformed_json"],
		["a line break in a string", '{"username":"a\nb"}', "malformed_json"],
		["a leading zero", '{"username":007}', "malformed_json"],
		["five levels", nested(5), "malformed_json"],
		["a thousand levels", "[".repeat(1000), "malformed_json"],
		["ten thousand levels, closed", `${"[".repeat(8000)}${"]".repeat(8000)}`, "malformed_json"],
		["four levels", nested(4), "unknown_field"],
		["a name twice", '{"username":"a","password":"x","username":"b"}', "duplicate_key"],
		[
			"a name twice, once escaped",
			String.raw`{"username":"a","\u0075sername":"b","password":"x"}`,
			"duplicate_key",
		],
		["a name twice, deep inside", '{"a":[{"b":1,"b":2}]}', "duplicate_key"],
		["__proto__ twice", '{"__proto__":1,"__proto__":2}', "duplicate_key"],
	];
	for (const [name, body, code] of bodies) {
		it(`${name}: ${code}`, async () => assertProblem(await send(body), code));
	}

	const places: Array<[body: string, says: string]> = [
		[
			'{"username":"ada",\n "password":"hunter2" "session":true}',
			"Send one well-formed JSON object in UTF-8. The mistake is at line 2, column 23.",
		],
		[
			String.raw`{"username":"\u0000hunter2"}`,
			"A string holds NUL or a lone surrogate. The mistake is at line 1, column 13.",
		],
		[
			'{"hunter2":[[[[1]]]]}',
			"The body is nested deeper than 4 levels. The mistake is at line 1, column 15.",
		],
	];
	for (const [body, says] of places) {
		it(`says where, and not what is there: ${says}`, async () => {
			const answer = await send(body);
			assert.equal(answer.body?.message, says);
			assert.doesNotMatch(answer.text, /hunter2/);
		});
	}

	it("is not suspected for the same name in two objects, or as a name and a text", async () => {
		assertProblem(await send('{"a":{"b":1},"c":{"b":1}}'), "unknown_field");
		assertProblem(await send('{"username":"password","password":"username"}'), "invalid_credentials");
		assertProblem(await send('{"username":"{[:","password":"\\\\\\":{"}'), "invalid_credentials");
	});
});

describe("a body of another shape", () => {
	const bodies: Array<[body: string, code: ErrorCode, pointers: string[]]> = [
		["{}", "validation_failed", ["/password", "/username"]],
		["[]", "validation_failed", [""]],
		["null", "validation_failed", [""]],
		["true", "validation_failed", [""]],
		['"ada"', "validation_failed", [""]],
		["1e999", "validation_failed", [""]],
		['{"username":"","password":"x"}', "validation_failed", ["/username"]],
		['{"username":"ada","password":""}', "validation_failed", ["/password"]],
		['{"username":["ada"],"password":"x"}', "validation_failed", ["/username"]],
		['{"username":"ada","password":123456}', "validation_failed", ["/password"]],
		['{"username":"ada","password":{"$ne":""}}', "validation_failed", ["/password"]],
		['{"username":"ada","password":null}', "validation_failed", ["/password"]],
		[`{"username":"${"a".repeat(255)}","password":"x"}`, "validation_failed", ["/username"]],
		[`{"username":"ada","password":"${"a".repeat(1025)}"}`, "validation_failed", ["/password"]],
		['{"username":"ada","password":"x","session":"true"}', "validation_failed", ["/session"]],
		['{"username":"ada","password":"x","session":1}', "validation_failed", ["/session"]],
		['{"username":"ada","password":"x","session":null}', "validation_failed", ["/session"]],
		['{"username":"ada","password":"x","id":"1"}', "unknown_field", ["/id"]],
		['{"username":"ada","password":"x","__proto__":{"session":true}}', "unknown_field", ["/__proto__"]],
		['{"username":"ada","password":"x","constructor":{}}', "unknown_field", ["/constructor"]],
		['{"username":"ada","password":"x","toString":1}', "unknown_field", ["/toString"]],
		['{"username":"ada","password":"x","":1}', "unknown_field", ["/"]],
		['{"username":"ada","password":"x","a/b~c":1}', "unknown_field", ["/a~1b~0c"]],
		['{"Username":"ada","password":"x"}', "unknown_field", ["/Username", "/username"]],
	];
	for (const [body, code, pointers] of bodies) {
		it(`${body.slice(0, 60)}: ${code}`, async () => {
			const answer = await send(body);
			assertProblem(answer, code);
			assert.deepEqual([...new Set(errorsOf(answer).map((error) => error.pointer))].sort(), pointers);
			for (const error of errorsOf(answer)) assert.match(error.code, /^[a-z_]+$/);
		});
	}

	it("is described without repeating any value", async () => {
		const answer = await send('{"username":123456789,"password":["hunter2"],"session":"unclear"}');
		assert.doesNotMatch(answer.text, /123456789|hunter2|unclear/);
	});
});

// Proves: csrf-foreign-form
describe("a content type", () => {
	const refused = [
		"text/plain",
		"text/json",
		"application/jsonx",
		"application/json+x",
		"application/problem+json",
		"application/json\tx",
		"application/json x",
		"application/json; a",
		"application/json;",
		"application/json; charset=utf-16",
		"application/json; charset=latin1",
		"application/json; charset=utf-8; x=y",
		"application/json, text/plain",
		"text/plain, application/json",
		"multipart/form-data; boundary=application/json",
		"*/*",
		'"application/json"',
	];
	for (const type of refused) {
		it(`${JSON.stringify(type)} is refused`, async () => {
			const answer = await send(whole, type);
			assertProblem(answer, "unsupported_media_type");
			assert.equal(answer.headers.get("accept"), "application/json");
		});
	}
	const accepted = [
		"application/json",
		"Application/JSON",
		"application/json; charset=utf-8",
		"application/json;charset=UTF-8",
		'application/json; charset="utf-8"',
		" application/json ",
	];
	for (const type of accepted) {
		it(`${JSON.stringify(type)} is accepted, and its body checked`, async () => {
			assertProblem(await send("{}", type), "validation_failed");
		});
	}
});
