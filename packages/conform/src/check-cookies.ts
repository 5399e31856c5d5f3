/** Every cookie that the visit was given. The scheme of the base URL decides what is expected. */
import { parseSetCookie, type SetCookie } from "./jar.ts";
import { expect, LeftOut } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

export const cookies: Check[] = [
	each("http-only", "is HttpOnly: no script reads it", ({ name, attributes }) => {
		expect(attributes.has("httponly"), `${name} is not`);
	}),
	each("same-site", "is SameSite, Lax or Strict", ({ name, attributes }) => {
		const site = attributes.get("samesite") ?? "nothing";
		expect(site === "Strict" || (site === "Lax" && name.endsWith("-sid")), `${name}: ${site}`);
	}),
	each("this-host", "is bound to this host: Path=/ and no Domain", ({ name, attributes }) => {
		expect(attributes.get("path") === "/", `${name}: Path=${attributes.get("path") ?? ""}`);
		expect(!attributes.has("domain"), `${name}: Domain=${attributes.get("domain") ?? ""}`);
	}),
	each("secure", "is Secure on https, and only there", ({ name, attributes }, { baseUrl }) => {
		const secure = attributes.has("secure");
		expect(secure === baseUrl.startsWith("https:"), `${name} is ${secure ? "" : "not "}Secure`);
	}),
	each(
		"names",
		"has the prefix __Host-Http- on https, and a suffix of its own under a path prefix",
		({ name }, { baseUrl, prefix }) => {
			const before = baseUrl.startsWith("https:") ? "__Host-Http-" : "";
			const suffix = prefix === "" ? "" : "-[0-9a-z]+";
			expect(new RegExp(`^${before}sallyport${suffix}-[a-z]+$`).test(name), `a cookie is called ${name}`);
		},
	),
	{
		id: "cookies.browser-session",
		promise: "The session cookie ends with the browser: no Max-Age, no Expires.",
		section: 6,
		async run(visit) {
			await visit.cookieLogin();
			const set = (await cookiesOf(visit)).filter(({ name, value }) => name.endsWith("-sid") && value !== "");
			if (set.length === 0) throw new LeftOut("no login set a session cookie");
			const lasting = set.some(({ attributes }) => attributes.has("max-age") || attributes.has("expires"));
			expect(!lasting, "it has one");
		},
	},
	{
		id: "cookies.cleared",
		promise: "A logout clears the session cookie.",
		section: 4,
		async run(visit) {
			const { response } = await visit.readerLogout();
			const lines = response.headers.getSetCookie().map(parseSetCookie);
			const cleared = lines.find(({ name }) => name.endsWith("-sid"));
			expect(cleared?.value === "" && cleared.attributes.get("max-age") === "0", "it does not");
		},
	},
	each("small", "is smaller than 4096 bytes with its name", ({ name, value }) => {
		expect(name.length + value.length < 4096, `${name} has ${name.length + value.length}`);
	}),
];

function each(id: string, promise: string, look: (cookie: SetCookie, visit: Visit) => void): Check {
	return {
		id: `cookies.${id}`,
		promise: `Every cookie ${promise}.`,
		section: 6,
		async run(visit) {
			for (const cookie of await cookiesOf(visit)) look(cookie, visit);
		},
	};
}

async function cookiesOf({ csrfResponse, responses }: Visit): Promise<SetCookie[]> {
	await csrfResponse();
	const set = responses.flatMap(({ headers }) => headers.getSetCookie()).map(parseSetCookie);
	if (set.length === 0) throw new LeftOut("no cookie was set");
	return set;
}
