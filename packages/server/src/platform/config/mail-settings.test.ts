import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConfigError, loadConfig } from "./config.ts";
import { readMailUrl } from "./mail-settings.ts";

const secret = "s3cr3t";
const good = {
	SALLYPORT_MAIL_URL: `smtp://sally%40port:${secret}@mail.example.com`,
	SALLYPORT_MAIL_FROM: "login@example.com",
};

function mistakesOf(settings: Record<string, string>): string[] {
	try {
		loadConfig({ ...good, ...settings });
		return [];
	} catch (error) {
		assert.ok(error instanceof ConfigError);
		return error.mistakes;
	}
}

describe("the settings of mail", () => {
	it("name a server, its login and a sender", () => {
		const { mailUrl, mailFrom } = loadConfig({
			...good,
			SALLYPORT_MAIL_FROM: "Example Login <Login@BÜCHER.example>",
		});
		assert.deepEqual(mailFrom, { name: "Example Login", address: "Login@xn--bcher-kva.example" });
		assert.deepEqual(readMailUrl(mailUrl ?? ""), {
			host: "mail.example.com",
			port: 587,
			implicitTls: false,
			user: "sally@port",
			password: secret,
		});
		const others = { "smtps://[::1]": [465, "::1"], "smtp://LOCALHOST:25/": [25, "localhost"] };
		for (const [url, expected] of Object.entries(others)) {
			const { port, host } = readMailUrl(url);
			assert.deepEqual([port, host], expected);
		}
	});

	const mistakes: Array<[settings: Record<string, string>, says: RegExp]> = [
		[{ SALLYPORT_MAIL_URL: "mail.example.com" }, /^SALLYPORT_MAIL_URL: write a URL such as smtp:/],
		[{ SALLYPORT_MAIL_URL: `https://a:${secret}@example.com` }, /^SALLYPORT_MAIL_URL: write a URL/],
		[{ SALLYPORT_MAIL_URL: `smtp://a:${secret}@exa mple.com` }, /^SALLYPORT_MAIL_URL: write a URL/],
		[{ SALLYPORT_MAIL_URL: `smtp://a:${secret}@example.com/x` }, /_URL: must have no path/],
		[{ SALLYPORT_MAIL_URL: `smtp://a:${secret}@example.com?tls=no` }, /_URL: must have no path/],
		[{ SALLYPORT_MAIL_URL: "smtp://ada@example.com" }, /_URL: must have a name and a password, or neither/],
		[
			{ SALLYPORT_MAIL_URL: `smtp://a:${secret}%zz@example.com` },
			/_URL: its name or password is not percent-encoded/,
		],
		[{ SALLYPORT_MAIL_FROM: "" }, /^SALLYPORT_MAIL_FROM: mails need a sender/],
		[{ SALLYPORT_MAIL_FROM: "Example Login" }, /^SALLYPORT_MAIL_FROM: write an address/],
		[{ SALLYPORT_MAIL_FROM: "a@example.com, b@example.com" }, /^SALLYPORT_MAIL_FROM: write an address/],
		[{ SALLYPORT_MAIL_FROM: "A\r\nBcc: x <a@example.com>" }, /^SALLYPORT_MAIL_FROM: write an address/],
		[{ SALLYPORT_MAIL_TLS: "off" }, /^SALLYPORT_MAIL_TLS: write one of required, loopback-off/],
		[
			{ SALLYPORT_MAIL_TLS: "loopback-off" },
			/^SALLYPORT_MAIL_TLS: without TLS, .* not to mail\.example\.com/,
		],
		[{ SALLYPORT_MAIL_URL: "smtps://localhost", SALLYPORT_MAIL_TLS: "loopback-off" }, /smtps:\/\/ is TLS/],
		[{ SALLYPORT_MAIL_URL_FILE: "/nowhere" }, /^SALLYPORT_MAIL_URL, SALLYPORT_MAIL_URL_FILE: set one/],
		[
			{ SALLYPORT_MAIL_URL: "", SALLYPORT_MAIL_URL_FILE: "/nowhere" },
			/^SALLYPORT_MAIL_URL_FILE: the file cannot be read: \/nowhere \(ENOENT\)/,
		],
		[{ SALLYPORT_RECOVERY: "true" }, /^SALLYPORT_RECOVERY: write one of on, off/],
		[{ SALLYPORT_RECOVERY_LIFETIME: "1m" }, /^SALLYPORT_RECOVERY_LIFETIME: must be between 5m and 24h/],
	];
	for (const [settings, says] of mistakes) {
		it(`${JSON.stringify(settings)} is a mistake of one line, which repeats no password`, () => {
			const found = mistakesOf(settings);
			assert.equal(
				found.some((line) => says.test(line)),
				true,
				found.join("\n"),
			);
			assert.doesNotMatch(found.join("\n"), new RegExp(`${secret}|\n.*\n.*\n`));
		});
	}
});
