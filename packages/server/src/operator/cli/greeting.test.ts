import assert from "node:assert/strict";
import { it } from "node:test";
import { loadConfig } from "../../platform/config/config.ts";
import { greeting } from "./greeting.ts";

const at = (address: string, port: number) => ({ address, family: "IPv4", port });

function greets(
	settings: Record<string, string>,
	{ port = 8400, setupLink = null as string | null, warnings = [] as string[] } = {},
) {
	const started = {
		setupLink,
		adminMade: false,
		warnings,
		memoryCeiling: 0,
		operationsAddress: at("127.0.0.1", 8401),
	};
	return greeting(loadConfig(settings), { ...started, address: at("127.0.0.1", port) });
}

const proxied = {
	SALLYPORT_BASE_URL: "https://login.example.com",
	SALLYPORT_PORT: "8400",
	SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
};

it("says where the service listens when the base URL does not", () => {
	const open = { SALLYPORT_HOST: "0.0.0.0", SALLYPORT_ALLOW_INSECURE_HTTP: "true" };
	for (const [settings, where] of [
		[proxied, "127.0.0.1 port 8400"],
		[{ ...proxied, SALLYPORT_BASE_URL: "https://127.0.0.1:8400" }, "127.0.0.1 port 8400"],
		[{ SALLYPORT_BASE_URL: "http://localhost:9000", SALLYPORT_PORT: "8400" }, "127.0.0.1 port 8400"],
		[open, "0.0.0.0 port 8400"],
		[{ ...open, SALLYPORT_BASE_URL: "http://192.0.2.7:8400" }, "0.0.0.0 port 8400"],
	] as Array<[Record<string, string>, string]>)
		assert.match(greets(settings), new RegExp(`^  listening   ${where}$`, "m"), JSON.stringify(settings));
	for (const settings of [{}, { SALLYPORT_HOST: "::1" }, { SALLYPORT_HOST: "localhost" }])
		assert.doesNotMatch(greets(settings as Record<string, string>), /listening/);
});

it("warns of https without a trusted proxy, of plain http, and of operations on the network", () => {
	assert.doesNotMatch(greets(proxied), /warning/);
	const direct = greets({ ...proxied, SALLYPORT_TRUSTED_PROXIES: "" });
	assert.match(direct, /^ {2}warning {5}https, but SALLYPORT_TRUSTED_PROXIES names no proxy: /m);
	assert.match(greets({}), /^ {2}warning {5}plain http: /m);
	const open = greets({ ...proxied, SALLYPORT_OPERATIONS_HOST: "0.0.0.0" });
	assert.match(open, /^ {2}warning {5}SALLYPORT_OPERATIONS_HOST: 0\.0\.0\.0 offers \/readyz and \/metrics/m);
	const token = { SALLYPORT_METRICS_TOKEN: "x7Q!kd03vR_w2pZ9sL" };
	const guarded = greets({ ...proxied, SALLYPORT_OPERATIONS_HOST: "0.0.0.0", ...token });
	assert.match(guarded, / offers \/readyz to the network, \/metrics to those with the token\.$/m);
	assert.match(
		open,
		/^ {2}readiness {3}http:\/\/127\.0\.0\.1:8401\/readyz$/m,
		"where curl on this machine finds it",
	);
});

it("names a command that exists in a checkout", () => {
	assert.match(
		greets({}, { setupLink: "http://localhost/setup#x" }),
		/`npx sallyport setup-link` shows it again\./,
	);
});

it("names the issuer of single sign-on where it is on", () => {
	assert.doesNotMatch(greets({}), / sign-on /);
	const on = greets({ SALLYPORT_OIDC: "on", SALLYPORT_BASE_URL: "http://localhost:8400/login" });
	assert.match(on, /^ {2}sign-on {5}http:\/\/localhost:8400\/login\/oidc$/m);
});

it("says through which server mail is sent, without its password, or that there is none", () => {
	const off = greets({}, { warnings: ["Mails that wait: 2."] });
	assert.match(off, /^ {2}mail {8}off$/m);
	assert.match(off, /^ {2}warning {5}Mails that wait: 2\.$/m);
	const mailed = greets({
		SALLYPORT_MAIL_URL: "smtps://login:hunter2hunter2@mail.example.com",
		SALLYPORT_MAIL_FROM: "login@example.com",
	});
	assert.match(mailed, /^ {2}mail {8}mail\.example\.com port 465$/m);
	assert.doesNotMatch(mailed, /hunter2/);
});
