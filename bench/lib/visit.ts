import type { IncomingHttpHeaders } from "node:http";
import type { Answer, Connection } from "./connection.ts";

/** What a login shows beside name and password. */
export interface Visit {
	csrf: string;
	/** The Cookie header; empty: none. */
	cookie: string;
}

export interface Login extends Visit {
	username: string;
	password: string;
	session?: boolean;
	/** Where the client seems to be, for a server that believes 127.0.0.1 about it. */
	address?: string;
}

/** A stranger's csrf value and the cookie that it belongs to. */
export async function beginVisit(connection: Connection): Promise<Visit> {
	const { headers, body } = await connection.send({ path: "/api/auth/csrf" });
	const { csrf } = JSON.parse(body) as { csrf: string };
	return { csrf, cookie: cookiesOf(headers).join("; ") };
}

export function postLogin(
	connection: Connection,
	{ csrf, cookie, address, username, password, session }: Login,
): Promise<Answer> {
	const headers: Record<string, string> = { csrf };
	if (cookie !== "") headers.cookie = cookie;
	if (address !== undefined) headers["x-forwarded-for"] = address;
	const json = { username, password, ...(session === undefined ? {} : { session }) };
	return connection.send({ method: "POST", path: "/api/auth/login", headers, json });
}

/** "name=value" of every cookie that an answer sets. */
export function cookiesOf(headers: IncomingHttpHeaders): string[] {
	return (headers["set-cookie"] ?? [])
		.map((each) => each.split(";", 1)[0] ?? "")
		.filter((pair) => !pair.endsWith("="));
}
