import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonicalEmail } from "./email.ts";

const long = (length: number) => "x".repeat(length);

describe("an e-mail address", () => {
	const accepted: Array<[typed: string, canonical?: string]> = [
		["ada@example.com"],
		["Ada.Lovelace+tag@Example.COM", "Ada.Lovelace+tag@example.com"],
		["o'neil_{x}!#$%&*/=?^`|~-@example.com"],
		["ada@mailhost"],
		["ada@xn--bcher-kva.example"],
		["ada@bücher.example", "ada@xn--bcher-kva.example"],
		["ada@ｅｘａｍｐｌｅ.com", "ada@example.com"],
		["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
		[`${long(64)}@example.com`],
		[`a@${long(63)}.${long(63)}.${long(63)}.${long(60)}`],
	];
	for (const [typed, canonical = typed] of accepted)
		it(`is kept in one form: ${typed.slice(0, 40)}`, () => assert.equal(canonicalEmail(typed), canonical));

	const refused: Record<string, string> = {
		"": "nothing",
		ada: "no @",
		"@example.com": "no local part",
		"ada@": "no domain",
		"ada@@example.com": "two @",
		"a@b@example.com": "two @ apart",
		"ada @example.com": "a blank",
		" ada@example.com": "a blank before it",
		"ada@example.com ": "a blank after it",
		"ada@exam ple.com": "a blank in the domain",
		"ada@example.com\r\nBcc: eve@example.com": "another header",
		"ada@example.com\n": "a line feed",
		"ada\u0000@example.com": "NUL",
		"ada\u202e@example.com": "text turned round",
		'"ada"@example.com': "quotes",
		"ada(comment)@example.com": "a comment",
		"Ada <ada@example.com>": "a name",
		"friends:ada@example.com,bob@example.com;": "a group",
		"ada@example.com,bob@example.com": "two addresses",
		"ada\\@example.com": "a backslash",
		".ada@example.com": "a dot first",
		"ada.@example.com": "a dot last",
		"a..da@example.com": "two dots",
		"ädä@example.com": "a local part beyond ASCII",
		"аda@example.com": "a Cyrillic twin in the local part",
		"ada@example.com.": "a dot after the domain",
		"ada@.example.com": "a dot before the domain",
		"ada@example..com": "an empty label",
		"ada@-example.com": "a hyphen first",
		"ada@example-.com": "a hyphen last",
		"ada@exa_mple.com": "an underscore",
		"ada@127.0.0.1": "an IP address",
		"ada@0x7f.1": "an IP address in hex",
		"ada@[127.0.0.1]": "an IP address in brackets",
		"ada@[::1]": "an IPv6 address",
		"ada@example.123": "a number for a top level",
		"ada@ex%61mple.com": "an escape",
		"ada@example。com": "an ideographic full stop",
		"ada@exam\u00adple.com": "a soft hyphen",
		"ada@exam\u200dple.com": "a joiner",
		[`${long(65)}@example.com`]: "a local part of 65 characters",
		[`ada@${long(64)}.com`]: "a label of 64 characters",
		[`ada@${long(63)}.${long(63)}.${long(63)}.${long(60)}`]: "255 characters",
		[`a@${"ü".repeat(60)}.${"ü".repeat(60)}.${"ü".repeat(60)}.${"ü".repeat(60)}`]: "255 characters in ASCII",
	};
	for (const [typed, what] of Object.entries(refused))
		it(`is refused with ${what}`, () => assert.equal(canonicalEmail(typed), null));
});
