// Proves: single-factor
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createPasswordPolicy, PASSWORD_MAX_CODE_POINTS } from "./policy.ts";

const policy = createPasswordPolicy({
	minimumLength: 15,
	baseUrl: "https://login.example.com",
	brandName: "Northwind Traders",
});
after(() => policy.close());

const alice = { username: "alice.liddell", displayName: "Alice Pleasance Liddell" };

async function verdict(password: string, user = alice): Promise<string> {
	return (await policy.check(password, user))?.code ?? "ok";
}

/** Words without meaning for each other, 26 letters; cut to the length wanted. */
const varied = "vuxojwqhfzkmeaplbrdgnstciy";

test("length is counted in code points of the composed form", async () => {
	const fox = "\u{1f98a}";
	const cases: Array<[string, string]> = [
		[varied.slice(0, 14), "too_short"],
		[varied.slice(0, 15), "ok"],
		["", "too_short"],
		[`${fox}${varied.slice(0, 13)}`, "too_short"],
		[`${fox}${varied.slice(0, 14)}`, "ok"],
		[`e\u0301${varied.slice(0, 13)}`, "too_short"],
		[`e\u0301${varied.slice(0, 14)}`, "ok"],
		[varied.repeat(10).slice(0, PASSWORD_MAX_CODE_POINTS), "ok"],
		[varied.repeat(10).slice(0, PASSWORD_MAX_CODE_POINTS + 1), "too_long"],
		[varied.repeat(50), "too_long"],
	];
	for (const [password, expected] of cases) assert.equal(await verdict(password), expected, password);
});

test("255 code points of four bytes each fit, more bytes do not", async () => {
	const plane = Array.from({ length: 255 }, (_, index) =>
		String.fromCodePoint(0x20000 + ((index * 7919) % 20_000)),
	);
	assert.equal(await verdict(plane.join("")), "ok");
	assert.equal(await verdict(`${plane.join("")}${plane[0]}${plane[1]}`), "too_long");
});

test("NUL and lone surrogates are refused", async () => {
	for (const odd of ["\0", "\ud800", "\udc00"])
		assert.equal(await verdict(`${varied.slice(0, 20)}${odd}`), "malformed");
});

test("random letters, digits and words pass, whatever kinds of characters they have", async () => {
	for (const password of [
		"kqzvtmwhplxrbdn",
		"KQZVTMWHPLXRBDN",
		"gravel otter mantle sunday",
		"gravelottermantlesunday",
		"tangerine-moped-dusty-ledger",
		"9f8a7c6e5d4b3a2f1",
		"Xk2!pQ9#vL4$mZ7w",
		"мой кот любит гречку по утрам",
		"我的密码是一个很长的句子真的很长",
		"                 vuxojwqhfzkmeap",
	]) {
		assert.equal(await verdict(password), "ok", password);
	}
});

test("well-known, repeated, decorated, walked and counted passwords are blocked", async () => {
	for (const password of [
		"passwordpassword1",
		"Password1Password1!",
		"Corvettecorvette2026!",
		"dragonmonkeyshadow",
		"P@ssw0rdP@ssw0rd",
		"qwertyuiopasdfghjkl",
		"1qaz2wsx3edc4rfv",
		"123456789012345",
		"987654321098765",
		"aaaaaaaaaaaaaaa",
		"\u{1f98a}".repeat(20),
		"abcabcabcabcabc",
		"abcdefghijklmnop",
		"iloveyouiloveyou",
		"Administrator123",
		"administratoradministrator",
		"welcome123456789",
		"manchesterunited",
		"polniypizdec0211",
		"correcthorsebatterystaple",
		"CorrectHorseBatteryStaple1!",
		"januaryfebruarymarch",
		"15/03/1985password",
	]) {
		assert.equal(await verdict(password), "blocked", password);
	}
});

test("names of the user and of the service are blocked, alone, decorated and combined", async () => {
	for (const password of [
		"Login.Example.Com",
		"login-example-com",
		"ｌｏｇｉｎ.ｅｘａｍｐｌｅ.ｃｏｍ",
		"SallyportSallyport",
		"sallyport-sallyport-sallyport",
		"NorthwindTraders2026!",
		"AlicePleasanceLiddell",
		"alice.liddell.2026",
		"LiddellAlice123!",
		"moc.elpmaxe.nigol",
	]) {
		assert.equal(await verdict(password), "blocked", password);
	}
	assert.equal(
		await verdict("Rumpelstiltskin-von-Grimm", { username: "x", displayName: "Rumpelstiltskin von Grimm" }),
		"blocked",
	);
});

test("a name does not spoil a password that is long enough without it", async () => {
	assert.equal(await verdict("sallyport vuxojwqhfzkmeap"), "ok");
	for (const username of ["__proto__", "constructor", "", "a"]) {
		assert.equal(await verdict("kqzvtmwhplxrbdn", { username, displayName: username }), "ok", username);
	}
});

test("a reason says what to do and never repeats the password", async () => {
	for (const password of ["tooshort", "passwordpassword1", "login.example.com", varied.repeat(10)]) {
		const { message } = (await policy.check(password, alice)) ?? assert.fail();
		assert.match(message, /^[A-Z].*\.$/);
		assert.ok(!message.includes(password));
	}
});

test("the minimum length is a setting", async () => {
	const lenient = createPasswordPolicy({
		minimumLength: 8,
		baseUrl: "http://localhost:8400",
		brandName: "Sallyport",
	});
	assert.equal(await lenient.check("vuxojwqhfzk", alice), null);
	assert.equal((await lenient.check("vuxojwq", alice))?.code, "too_short");
	assert.equal((await lenient.check("dragon123", alice))?.code, "blocked");
	await lenient.close();
});
