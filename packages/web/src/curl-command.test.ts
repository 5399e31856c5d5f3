import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { curlLogin, curlSession } from "./curl-command.ts";

const login = {
	baseUrl: "https://host.example/analytics",
	csrf: "c1.k.abc",
	username: "ada",
	session: false,
	takesCode: false,
};

test("the command is the one of the contract", () => {
	assert.equal(
		curlLogin(login),
		`curl -X POST 'https://host.example/analytics/api/auth/login' \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/plain, */*' \\
  -H 'csrf: c1.k.abc' \\
  -d '{"username":"ada","password":"YOUR_PASSWORD"}'`,
	);
});

test("an access key takes the place of the password", () => {
	assert.match(curlLogin({ ...login, password: "sallyport_ab12" }), /"password":"sallyport_ab12"}'$/);
});

test("a login that takes two steps has a place for the code", () => {
	const command = curlLogin({ ...login, takesCode: true });
	assert.match(command, /"password":"YOUR_PASSWORD","code":"YOUR_CODE"}'$/);
});

test("a cookie session asks for it and keeps the cookie", () => {
	const command = curlLogin({ ...login, session: true });
	assert.match(command, /-c cookies\.txt/);
	assert.match(command, /"session":true}'$/);
	assert.match(curlSession({ ...login, session: true }), /-b cookies\.txt \\\n {2}'.*\/api\/auth\/session'$/);
});

test("any username reaches the server as it is, through a real shell", () => {
	for (const username of [`o'brien`, `$HOME \`id\` "!!"`, "Zoë\u202e\u0007", "x\\y;'&& echo", "𝔞𝔡𝔞"]) {
		const command = curlLogin({ ...login, username }).replace(/^curl/, "printf '%s\\n'");
		const words = execFileSync("sh", ["-c", command], { encoding: "utf8" }).trimEnd().split("\n");
		assert.equal(JSON.parse(words.at(-1) ?? "").username, username);
	}
});
