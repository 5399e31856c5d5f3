/** Ways to write a path that some API takes for /insight/admin: byte for byte, one byte a character. */
const PATHS = ["/insight/admin", "/insight/admin/x"];

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, "0");
const escaped = (character: string) => `%${hex(character)}`;

/** In place of a slash. */
const slashes = [
	...[
		"//",
		"///",
		"/./",
		"/x/../",
		"/../insight/",
		"\\",
		"/\\",
		"\\/",
		"%2f",
		"%2F",
		"/%2f",
		"%2f/",
		"%252f",
	],
	...["%5c", "/%5c", "%255c", "%c0%af", "%e0%80%af", "%ef%bc%8f", "/%2e/", "/%252e/", "/x/%2e%2e/"],
	...[
		"/x/.%2e/",
		"/x/..%2f",
		"/x/%2e%2e%2f",
		"/x%2f..%2f",
		"/x%2f%2e%2e/",
		"/x/..\\",
		"/x/..%5c",
		"/x/%252e%252e/",
	],
	...[
		"/x/%c0%ae%c0%ae/",
		"/x/%ef%bc%8e%ef%bc%8e/",
		"/x/%e2%80%a5/",
		"/;a=b/",
		";a=b/",
		"/;/",
		"%3b/",
		"/%3ba/",
	],
	...[
		"/x/..;/",
		"/x/..;a=b/",
		"/x/..%3b/",
		"/.;/",
		"%00/",
		"/%00/",
		"/x/..%00/",
		"%20/",
		"/%20/",
		"%09/",
		"%0a/",
	],
	...["%0d%0a/", "\t/", "\x01/", "./", "../", "/.../", "/*/", "/%23/", "/%3f/", "/?/", "#/"],
];
const ends = [
	...[
		"/",
		"//",
		"/.",
		"/..",
		"/x/..",
		"/../admin",
		"/..%2ftoday",
		"%2ftoday",
		".",
		"..",
		".json",
		".x/y",
		"%2ejson",
	],
	...[
		"%20",
		"%00",
		"%00.json",
		";",
		";a=b",
		"%3b",
		"?",
		"?a=b",
		"?/..",
		"#",
		"#x",
		"%23",
		"%3f",
		"\\",
		"\\x",
	],
	...["%5c", "%5cx", "%0a", "%0d%0a", "%09", "%", "%2", "%zz", "~", "+", "*", "'", '"', "%ef%bc%8f"],
];
const whole = [
	...[
		"/search/../insight/admin",
		"/search/..%2finsight/admin",
		"/search/%2e%2e/insight/admin",
		"/search/..;/insight/admin",
	],
	...[
		"/search/..\\insight\\admin",
		"/search//../insight/admin",
		"/insight/adm%C4%B0n",
		"/insight/adm%c4%b1n",
	],
	...[
		"/insight/%ef%bd%81dmin",
		"/insight/\xc3\xa4dmin/../admin",
		"/insight/adm\xc4\xb0n",
		"//localhost/insight/admin",
	],
	...[
		"/insight/x?/../admin",
		"/insight/x#/../admin",
		"/insight/x%3f/../admin",
		"/./insight/admin",
		"/login/../insight/admin",
	],
	...[
		"insight/admin",
		"/insight/../../insight/admin",
		"/insight/x/../../insight/admin",
		"/%c0%ae/insight/admin",
	],
];
const cases = [(path: string) => path.replace("admin", "ADMIN"), (path: string) => path.replace("a", "A")];

export function spellings(origin: string): string[] {
	const found = new Set(whole);
	for (const path of PATHS) {
		found.add(path).add(`${origin}${path}`);
		for (const change of [...cases, (each: string) => each.toUpperCase()]) found.add(change(path));
		for (const end of ends) found.add(path + end).add(path.toUpperCase() + end);
		for (let at = 0; at < path.length; at++) {
			const [before, here = "", after] = [path.slice(0, at), path.charAt(at), path.slice(at + 1)];
			for (const other of [escaped(here), escaped(escaped(here)[0] ?? "") + hex(here)])
				found.add(before + other + after).add(before + other.toUpperCase() + after);
			if (here === "/") for (const slash of slashes) found.add(before + slash + after);
		}
	}
	return [...found].filter((path) => !path.includes(" "));
}
