import { canonicalUsername } from "../../src/identity/user/username.ts";
import { type Answer, createVisitor } from "./visitor.ts";

/** How each letter of a name may be written so that it stays the same name: case, width, compatibility forms, accents. */
const forms: Record<string, string[]> = {
	s: ["s", "S", "ſ", "ｓ", "Ｓ"],
	t: ["t", "T", "ｔ", "𝐭"],
	k: ["k", "K", "\u212a", "ｋ"],
	é: ["é", "É", "e\u0301", "E\u0301"],
	ß: ["ß", "ẞ", "ss", "SS", "ſſ", "Sſ"],
};

/** So many spellings of one name, no two of them alike. */
export function spellings(name: string, count: number): string[] {
	const canonical = canonicalUsername(name);
	const found = new Set<string>();
	for (let number = 0; found.size < count; number++) {
		let rest = number;
		let spelling = "";
		for (const letter of name) {
			const choice = forms[letter] ?? [letter];
			spelling += choice[rest % choice.length];
			rest = Math.floor(rest / choice.length);
		}
		if (rest > 0) throw new Error(`There are only ${found.size} spellings of ${name}.`);
		if (canonicalUsername(spelling) !== canonical) throw new Error(`${spelling} is another name.`);
		found.add(spelling);
	}
	return [...found];
}

/** Addresses of so many clients, none of which shares a network with another. */
export function addresses(count: number): string[] {
	return Array.from({ length: count }, (_, n) =>
		n % 2 === 0 ? `198.51.${n}.7` : `2001:db8:${n.toString(16)}::7`,
	);
}

export interface Guess {
	baseUrl: string;
	username: string;
	password: string;
	/** Cookies among them are sent next to the one of the CSRF token. */
	headers?: Record<string, string>;
}

/** All at once, with one CSRF token and its cookie, and by a client that keeps no cookie. */
export async function atOnce(guesses: Guess[]): Promise<Answer[]> {
	const first = createVisitor(guesses[0]?.baseUrl ?? "");
	await first.get("/api/auth/csrf");
	const always = { csrf: first.csrf ?? "" };
	const cookies = [...first.cookies].map((pair) => pair.join("="));
	return Promise.all(
		guesses.map(({ baseUrl, username, password, headers = {} }) => {
			const cookie = [...cookies, headers.cookie].filter(Boolean).join("; ");
			const body = { username, password };
			return createVisitor(baseUrl).post("/api/auth/login", body, { ...always, ...headers, cookie });
		}),
	);
}

/** Answers by their code; a login is "ok". */
export function tally(answers: Answer[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status, body } of answers) {
		const code = status === 200 ? "ok" : String(body?.code);
		counts[code] = (counts[code] ?? 0) + 1;
	}
	return counts;
}
