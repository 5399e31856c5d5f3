/** An HTTP client as simple as curl with a cookie file: it keeps cookies and the last CSRF token it was given. */
import { once } from "node:events";
import { Agent, type IncomingMessage, type RequestOptions, request as sendPlain } from "node:http";
import { request as sendOverTls, Agent as TlsAgent } from "node:https";
import { text as textOf } from "node:stream/consumers";

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	/** Parsed JSON; null for anything else. */
	body: Record<string, unknown> | null;
}

export interface Visitor {
	cookies: Map<string, string>;
	/** The CSRF token of the last answer that carried one. */
	csrf: string | null;
	request(
		method: string,
		path: string,
		given?: { body?: unknown; headers?: Record<string, string> },
	): Promise<Answer>;
	get(path: string, headers?: Record<string, string>): Promise<Answer>;
	/** Sends the CSRF token it holds, fetching one first if it has none; pass `csrf: ""` in headers to leave it out. */
	post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
	delete(path: string, headers?: Record<string, string>): Promise<Answer>;
	/** As post, with any method. */
	send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
	/** Any other member of the body may be given as well. */
	logIn(username: string, password: string, more?: Record<string, unknown>): Promise<Answer>;
}

export function createVisitor(baseUrl: string, always: Record<string, string> = {}): Visitor {
	const visitor: Visitor = {
		cookies: new Map(),
		csrf: null,

		async request(method, path, { body, headers = {} } = {}) {
			const sent: Record<string, string> = { ...always, ...headers };
			if (visitor.cookies.size > 0)
				sent.cookie ??= [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
			const payload = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
			if (payload !== null) sent["content-type"] ??= "application/json";
			const response = await send(`${baseUrl}${path}`, { method, headers: sent }, payload);
			for (const line of response.headers.getSetCookie()) keep(visitor.cookies, line);
			const { text } = response;
			const isJson = /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "");
			const parsed = isJson && text !== "" ? (JSON.parse(text) as Record<string, unknown>) : null;
			// That of a new access key begins with "k1.", and is for its logins.
			if (typeof parsed?.csrf === "string" && parsed.csrf.startsWith("c1.")) visitor.csrf = parsed.csrf;
			return { status: response.status, headers: response.headers, text, body: parsed };
		},

		get: (path, headers = {}) => visitor.request("GET", path, { headers }),

		post: (path, body, headers) => visitor.send("POST", path, body, headers),

		delete: (path, headers) => visitor.send("DELETE", path, undefined, headers),

		async send(method, path, body, headers = {}) {
			return visitor.request(method, path, { body, headers: await withCsrf(headers) });
		},

		logIn: (username, password, more = {}) =>
			visitor.post("/api/auth/login", { username, password, ...more }),
	};

	async function withCsrf(headers: Record<string, string>): Promise<Record<string, string>> {
		if ("authorization" in headers) return headers;
		if ("csrf" in headers) {
			const { csrf, ...rest } = headers;
			return csrf === "" || csrf === undefined ? rest : headers;
		}
		if (visitor.csrf === null) await visitor.get("/api/auth/csrf");
		return { ...headers, csrf: visitor.csrf ?? "" };
	}
	return visitor;
}

// Only an agent that has a timeout heeds for how long a server keeps an idle connection (`Keep-Alive: timeout=5`).
const kept = { keepAlive: true, timeout: 60_000 };
const agent = new Agent(kept);
const tlsAgent = new TlsAgent(kept);

/** Not by `fetch`, which takes three times as much processor time for a request as the rest of its way. */
async function send(url: string, options: RequestOptions, payload: string | null) {
	const isTls = url.startsWith("https:");
	const sent = isTls
		? sendOverTls(url, { ...options, agent: tlsAgent })
		: sendPlain(url, { ...options, agent });
	// Also one that comes after the response has begun, and ends its reading.
	sent.on("error", () => {});
	sent.end(payload ?? undefined);
	const [answer] = (await once(sent, "response")) as [IncomingMessage];
	const headers = new Headers();
	for (let at = 0; at < answer.rawHeaders.length; at += 2)
		headers.append(answer.rawHeaders[at] ?? "", answer.rawHeaders[at + 1] ?? "");
	const isStream = headers.get("content-type")?.startsWith("text/event-stream");
	const text = isStream ? await beginningOf(answer) : await textOf(answer);
	return { status: answer.statusCode ?? 0, headers, text };
}

/** A stream has no end: what it begins with. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
	const [first] = (await once(answer, "data")) as [Buffer];
	answer.destroy();
	return first.toString();
}

function keep(cookies: Map<string, string>, line: string): void {
	const [pair = "", ...attributes] = line.split("; ");
	const at = pair.indexOf("=");
	const name = pair.slice(0, at);
	if (attributes.includes("Max-Age=0")) cookies.delete(name);
	else cookies.set(name, pair.slice(at + 1));
}
