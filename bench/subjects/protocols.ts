/** The login and the check of each product, as its documentation has them. */
import type { Answer, Connection, Headers, Request } from "../load/connection.ts";

/** How the credential of a login travels. */
export const modes = ["token", "cookie"] as const;
export type Mode = (typeof modes)[number];

export interface Person {
	username: string;
	password: string;
	/** The second factor, in the same request. */
	code?: string | undefined;
}

/** How one product is spoken to; each process of the bench finds it by name. */
export interface Protocol {
	/** What an unknown visitor shows at a login. */
	begin(connection: Connection): Promise<Headers>;
	/** What a user shows who has logged in from there before. */
	beginKnown(connection: Connection, person: Person): Promise<Headers>;
	login(person: Person, mode: Mode, shown: Headers): Request;
	/** What later requests show. Throws unless the login was done. */
	credential(answer: Answer, mode: Mode): Headers;
	/** The least request that tells who the user is. */
	check(mode: Mode): string;
	isChecked(answer: Answer, person: Person): boolean;
	/** For products without a command line. */
	addUser?(connection: Connection, person: Person): Promise<void>;
}

/** "name=value" of every cookie that an answer sets. */
const cookiesOf = ({ headers }: Answer): string[] =>
	(headers["set-cookie"] ?? [])
		.map((each) => each.split(";", 1)[0] ?? "")
		.filter((pair) => !pair.endsWith("="));

export function requireStatus(answer: Answer, wanted = 200): Answer {
	if (answer.status === wanted) return answer;
	throw new Error(`It answered ${answer.status}: ${answer.body.slice(0, 200)}`);
}

/** A member of a JSON answer, at a path of names. Throws unless it is text. */
function textAt({ body }: Answer, ...path: string[]): string {
	let value: unknown = JSON.parse(body);
	for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
	if (typeof value !== "string") throw new Error(`There is no ${path.join(".")} in ${body.slice(0, 200)}`);
	return value;
}

const nothing = async (): Promise<Headers> => ({});
/** Nothing is to be had or shown before a login. */
const simple = { begin: nothing, beginKnown: nothing };
const post = (path: string, json: unknown, headers: Headers = {}): Request => {
	return { method: "POST", path, headers, json };
};
const address = ({ username }: Person) => `${username}@example.com`;
const names = (answer: Answer, person: Person, ...path: string[]) =>
	answer.status === 200 && textAt(answer, ...path) === person.username;
const credentialBy =
	(token: (answer: Answer) => string): Protocol["credential"] =>
	(answer, mode) => {
		requireStatus(answer);
		return mode === "token"
			? { authorization: `Bearer ${token(answer)}` }
			: { cookie: cookiesOf(answer).join("; ") };
	};

const sallyport: Protocol = {
	async begin(connection) {
		const answer = await connection.send({ path: "/api/auth/csrf" });
		return { csrf: textAt(answer, "csrf"), cookie: cookiesOf(answer).join("; ") };
	},
	/** With the cookie by which the device is known. */
	async beginKnown(connection, person) {
		const shown = await this.begin(connection);
		const answer = requireStatus(await connection.send(this.login(person, "cookie", shown)));
		const device = cookiesOf(answer).filter((pair) => pair.split("=", 1)[0]?.includes("device"));
		return { ...shown, cookie: [shown.cookie, ...device].join("; ") };
	},
	login: ({ username, password, code }, mode, shown) =>
		post("/api/auth/login", { username, password, code, ...(mode === "cookie" && { session: true }) }, shown),
	credential: credentialBy((answer) => textAt(answer, "token")),
	check: () => "/api/auth/session",
	isChecked: (answer, person) => names(answer, person, "username"),
};

/** One request gives both kinds of credential. */
const betterAuth: Protocol = {
	...simple,
	login: (person) => post("/api/auth/sign-in/username", person),
	credential: credentialBy(({ headers }) => String(headers["set-auth-token"])),
	check: () => "/api/auth/get-session",
	isChecked: (answer, person) => names(answer, person, "user", "username"),
	async addUser(connection, person) {
		const json = { ...person, name: person.username, email: address(person) };
		requireStatus(await connection.send(post("/api/auth/sign-up/email", json)));
	},
};

const express: Protocol = {
	...simple,
	login: (person, mode) => post(mode === "token" ? "/token" : "/login", person),
	credential: credentialBy((answer) => textAt(answer, "token")),
	check: (mode) => (mode === "token" ? "/token/me" : "/me"),
	isChecked: (answer, person) => names(answer, person, "username"),
	async addUser(connection, person) {
		requireStatus(await connection.send(post("/register", person)), 201);
	},
};

export const protocols = { sallyport, "better-auth": betterAuth, express };
export type ProtocolName = keyof typeof protocols;
