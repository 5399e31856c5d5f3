import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readTotp } from "./read-totp.ts";

/** RFC 6238 appendix B: "12345678901234567890". */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const KEY = "12345678901234567890";
const uri = (parameters: string, type = "totp") => `otpauth://${type}/Old:ada?issuer=Old&${parameters}`;
const keycloak = (credentialData: object, value: unknown = KEY) => ({
	credentialData: JSON.stringify(credentialData),
	secretData: JSON.stringify({ value }),
});

describe("an authenticator app of another system", () => {
	const usual = { algorithm: "SHA1", digits: 6, period: 30 };
	const accepted: Array<[name: string, given: unknown, parameters?: object]> = [
		["a URI with the secret alone", uri(`secret=${SECRET}`)],
		["a URI in lower case, with padding", uri(`secret=${SECRET.toLowerCase()}%3D%3D`)],
		[
			"a URI with every parameter",
			uri(`secret=${SECRET}&algorithm=SHA512&digits=8&period=60`),
			{ algorithm: "SHA512", digits: 8, period: 60 },
		],
		["an object", { secret: SECRET }],
		["an object with blanks in the secret", { secret: SECRET.replace(/(.{4})/g, "$1 ") }],
		[
			"an object with every parameter",
			{ secret: SECRET, algorithm: "sha-256", digits: 6, period: 15 },
			{ algorithm: "SHA256", digits: 6, period: 15 },
		],
		["an object with nothing but nulls beside", { secret: SECRET, algorithm: null, digits: null }],
		[
			"a credential of Keycloak",
			keycloak({ subType: "totp", digits: 8, period: 30, algorithm: "HmacSHA256", counter: 0 }),
			{ algorithm: "SHA256", digits: 8, period: 30 },
		],
		[
			"a credential of Keycloak in base32",
			keycloak({ subType: "totp", digits: 6, period: 30, secretEncoding: "BASE32" }, SECRET),
		],
	];
	for (const [name, given, parameters = usual] of accepted) {
		it(`is read from ${name}`, () => {
			const read = readTotp(given);
			assert.ok("totp" in read, JSON.stringify(read));
			const { secret, ...rest } = read.totp;
			assert.deepEqual([secret.toString(), rest], [KEY, parameters]);
		});
	}

	const refused: Array<[name: string, given: unknown, reason: RegExp]> = [
		["HOTP", uri(`secret=${SECRET}&counter=1`, "hotp"), /counts logins \(HOTP\)/],
		["HOTP of Keycloak", keycloak({ subType: "hotp", digits: 6, counter: 3 }), /counts logins \(HOTP\)/],
		["another type", uri(`secret=${SECRET}`, "steam"), /neither TOTP nor HOTP/],
		["72 bits", { secret: "GEZDGNBVGY3TQOI" }, /less than 80 bits/],
		["nine characters of Keycloak", keycloak({ subType: "totp" }, "123456789"), /less than 80 bits/],
		["129 bytes", keycloak({ subType: "totp" }, "x".repeat(129)), /more than 128 bytes/],
		["no secret", uri("issuer=x"), /not base32/],
		["a secret in hex", { secret: "0189abcdef0189abcdef" }, /not base32/],
		["an encoding that is unknown", keycloak({ subType: "totp", secretEncoding: "HEX" }), /not base32/],
		["7 digits", { secret: SECRET, digits: 7 }, /neither 6 nor 8 digits/],
		["a period of 14 seconds", { secret: SECRET, period: 14 }, /15 to 60 seconds/],
		["a period of 61 seconds", uri(`secret=${SECRET}&period=61`), /15 to 60 seconds/],
		["a period of half a second more", { secret: SECRET, period: 30.5 }, /15 to 60 seconds/],
		["MD5", { secret: SECRET, algorithm: "MD5" }, /not SHA1, SHA256 or SHA512/],
		["an unknown member", { secret: SECRET, issuer: "Old" }, /not an otpauth URI/],
		["another URI", `https://example.com/?secret=${SECRET}`, /not an otpauth URI/],
		["a bare secret", SECRET, /not an otpauth URI/],
		["a number", 1, /not an otpauth URI/],
		["Keycloak without a secret", { credentialData: "{}" }, /not an otpauth URI/],
	];
	for (const [name, given, reason] of refused) {
		it(`is refused: ${name}`, () => {
			const read = readTotp(given);
			assert.ok("mistake" in read);
			assert.match(read.mistake, reason);
			assert.doesNotMatch(read.mistake, new RegExp(`${SECRET}|${KEY}`));
		});
	}
});
