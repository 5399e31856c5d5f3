import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { addPerson, administrationOf } from "../support/people.ts";
import { startTestService, type TestService } from "../support/service.ts";

const navigation = { accept: "text/html,application/xhtml+xml" };

describe("the language of the pages", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({
			prefix: "/analytics",
			settings: { ...cheap, SALLYPORT_LOCALE: "de" },
		});
	});
	after(() => service.stop());

	const get = (path: string, accepted?: string) =>
		service.visitor().get(path, {
			...navigation,
			...(accepted !== undefined && { "accept-language": accepted }),
		});

	const cases: Array<[path: string, accepted: string | undefined, locale: "de" | "en"]> = [
		["/login", undefined, "de"],
		["/login", "fr, *;q=0.5", "de"],
		["/login", "en-US,en;q=0.9,de;q=0.8", "en"],
		["/login?lang=en", "de", "en"],
		["/login?lang=de-AT", "en", "de"],
		["/login?lang=en&lang=de", "de", "en"],
		["/login?lang=../../x", "en", "en"],
		["/login?lang=%22%3E%3Cscript%3E", "en", "en"],
		[`/login?lang=${"x".repeat(1500)}`, undefined, "de"],
		["/login", `${"x-y;q=0.9,".repeat(900)}en`, "de"],
	];
	for (const [path, accepted, locale] of cases)
		it(`is ${locale} at ${path.slice(0, 40)} for a browser that accepts ${accepted?.slice(0, 30)}`, async () => {
			const { status, text, headers } = await get(path, accepted);
			assert.equal(status, 200);
			assert.match(headers.get("vary") ?? "", /\bAccept-Language\b/);
			assert.match(headers.get("cache-control") ?? "", /no-store/);
			assert.ok(text.includes(`<html lang="${locale}">`), text);
			assert.ok(text.includes(locale === "de" ? "<title>Anmelden &middot; " : "<title>Log in &middot; "));
			assert.ok(text.includes(locale === "de" ? "braucht JavaScript" : "needs JavaScript"));
			assert.doesNotMatch(text, /<script>|\.\.\/|xxx|lang=[^"ed]/);
		});

	it("is kept by links and redirects where the address asks for it, and only there", async () => {
		const { text } = await get("/login?lang=EN-gb");
		assert.match(text, /<a class="brand" [^>]*href="\/analytics\/login\?lang=en">/);
		assert.match(text, /<main [^>]*data-lang="en"/);
		assert.doesNotMatch((await get("/login", "en")).text, /lang=en/);
		for (const [from, to] of [
			["/?lang=en", "/login?lang=en"],
			["/?lang=tlh", "/login"],
			["/account?lang=en", "/login?next=%2Fanalytics%2Faccount%3Flang%3Den&lang=en"],
			["/account?x=y", "/login?next=%2Fanalytics%2Faccount"],
			...["security", "sessions", "programs"].map((name) => [
				`/account/${name}?lang=de`,
				`/login?next=%2Fanalytics%2Faccount%2F${name}%3Flang%3Dde&lang=de`,
			]),
			[
				"/reauthenticate?next=/a&lang=en",
				"/login?next=%2Fanalytics%2Freauthenticate%3Fnext%3D%2Fa%26lang%3Den&lang=en",
			],
		] as const)
			assert.equal((await get(from)).headers.get("location"), `/analytics${to}`);
	});

	it("is the one that the user has chosen, wherever the user is known", async () => {
		await addPerson(service, "ada", { locale: "de-AT" });
		const ada = await service.loggedIn("ada");
		for (const path of ["/account", "/docs?lang=en", "/reauthenticate"])
			assert.match((await ada.get(path, { "accept-language": "en" })).text, /<html lang="de">/, path);
		await administrationOf(service).users.set("ada", { locale: "tlh" });
		assert.match((await ada.get("/account", { "accept-language": "en" })).text, /<html lang="en">/);
	});

	it("is that of a refusal too, while programs get English", async () => {
		const german = await get("/nowhere");
		assert.match(german.text, /<html lang="de">.*<h1>Diese Seite gibt es nicht<\/h1>/s);
		assert.match(german.headers.get("vary") ?? "", /Accept, .*Accept-Language/);
		const english = await get("/nowhere?lang=en", "de");
		assert.match(english.text, /<h1>This page does not exist<\/h1>.*href="\/analytics\/\?lang=en"/s);
		const headers = { "accept-language": "de" };
		const body = { username: "ada", password: "not the password at all" };
		const refused = await service.visitor(headers).post("/api/auth/login", body);
		assert.equal(refused.body?.message, "Username or password is wrong.");
	});
});
