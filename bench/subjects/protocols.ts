/** The login and the check of each product, as its documentation has them. */
import type { Answer, Connection } from "../lib/connection.ts";
import { beginVisit, cookiesOf } from "../lib/visit.ts";
import { demandStatus, type Headers, type Mode, type Person, type Protocol, textAt } from "./protocol.ts";

const nothing = async (): Promise<Headers> => ({});
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const cookies = (answer: Answer): Headers => ({ cookie: cookiesOf(answer.headers).join("; ") });
const post = (path: string, json: unknown, headers: Headers = {}) =>
	({ method: "POST", path, headers, json }) as const;
const address = ({ username }: Person) => `${username}@example.com`;

async function sallyportVisit(connection: Connection): Promise<Headers> {
	const { csrf, cookie } = await beginVisit(connection);
	return { csrf, cookie };
}

const sallyport: Protocol = {
	begin: sallyportVisit,
	/** With the cookie by which the device is known. */
	async beginKnown(connection, person) {
		const shown = await sallyportVisit(connection);
		const answer = demandStatus(await connection.send(this.login(person, "cookie", shown)), 200);
		const device = cookiesOf(answer.headers).filter((pair) => pair.split("=", 1)[0]?.includes("device"));
		return { ...shown, cookie: [shown.cookie, ...device].join("; ") };
	},
	login: ({ username, password }, mode, shown) =>
		post("/api/auth/login", { username, password, ...(mode === "cookie" && { session: true }) }, shown),
	credential: (answer, mode) =>
		mode === "token"
			? bearer(textAt(demandStatus(answer, 200), "token"))
			: cookies(demandStatus(answer, 200)),
	check: () => "/api/auth/session",
	isChecked: (answer, { username }) => answer.status === 200 && textAt(answer, "username") === username,
};

/** One request gives both kinds of credential. */
const betterAuth: Protocol = {
	begin: nothing,
	beginKnown: nothing,
	login: (person) => post("/api/auth/sign-in/username", person),
	credential: (answer, mode) =>
		mode === "token"
			? bearer(String(demandStatus(answer, 200).headers["set-auth-token"]))
			: cookies(demandStatus(answer, 200)),
	check: () => "/api/auth/get-session",
	isChecked: (answer, { username }) =>
		answer.status === 200 && textAt(answer, "user", "username") === username,
	async addUser(connection, person) {
		const json = { ...person, name: person.username, email: address(person) };
		demandStatus(await connection.send(post("/api/auth/sign-up/email", json)), 200);
	},
};

const express: Protocol = {
	begin: nothing,
	beginKnown: nothing,
	login: (person, mode) => post(mode === "token" ? "/token" : "/login", person),
	credential: (answer, mode) =>
		mode === "token"
			? bearer(textAt(demandStatus(answer, 200), "token"))
			: cookies(demandStatus(answer, 200)),
	check: (mode) => (mode === "token" ? "/token/me" : "/me"),
	isChecked: (answer, { username }) => answer.status === 200 && textAt(answer, "username") === username,
	async addUser(connection, person) {
		demandStatus(await connection.send(post("/register", person)), 201);
	},
};

const directus: Protocol = {
	begin: nothing,
	beginKnown: nothing,
	login: (person, mode) =>
		post("/auth/login", {
			email: address(person),
			password: person.password,
			mode: mode === "token" ? "json" : "session",
		}),
	credential: (answer, mode) =>
		mode === "token"
			? bearer(textAt(demandStatus(answer, 200), "data", "access_token"))
			: cookies(demandStatus(answer, 200)),
	/** A user without permissions is told its id, and no more. */
	check: () => "/users/me?fields=id",
	isChecked: (answer) => answer.status === 200 && textAt(answer, "data", "id") !== "",
	async addUser(connection, person, admin) {
		const mode: Mode = "token";
		const headers = this.credential(await connection.send(this.login(admin, mode, {})), mode);
		const json = { email: address(person), password: person.password };
		demandStatus(await connection.send(post("/users", json, headers)), 200);
	},
};

export const protocols = { sallyport, "better-auth": betterAuth, express, directus };
export type ProtocolName = keyof typeof protocols;
export const protocolOf = (name: ProtocolName): Protocol => protocols[name];
