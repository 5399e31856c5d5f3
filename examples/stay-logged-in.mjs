/**
 * What an app does whose user stays logged in: it keeps the session cookie, as a phone would in its secure store, and gets a token of
 * the session when it calls an API.
 *
 *   SALLYPORT_USERNAME=ada SALLYPORT_PASSWORD=… node examples/stay-logged-in.mjs log-in
 *   node examples/stay-logged-in.mjs call            days later, too
 *   node examples/stay-logged-in.mjs log-out
 *
 * SALLYPORT_URL is the service (http://localhost:8400), API_URL an address behind the login (the service's own "who am I"), COOKIES
 * the file that keeps the cookies (cookies.json), which only its owner can read.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const {
	SALLYPORT_URL: service = "http://localhost:8400",
	API_URL: api = `${service}/api/auth/session`,
	COOKIES: file = "cookies.json",
	SALLYPORT_USERNAME: username,
	SALLYPORT_PASSWORD: password,
} = process.env;

const cookies = new Map(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);

/** Keeps what the service sets; one that has run out is deleted by it. */
function keep(lines) {
	for (const line of lines) {
		const [pair, ...attributes] = line.split("; ");
		const at = pair.indexOf("=");
		if (attributes.includes("Max-Age=0")) cookies.delete(pair.slice(0, at));
		else cookies.set(pair.slice(0, at), pair.slice(at + 1));
	}
	writeFileSync(file, JSON.stringify([...cookies]), { mode: 0o600 });
}

async function send(method, path, { csrf, body } = {}) {
	const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
	const headers = { cookie, ...(csrf && { csrf }), ...(body && { "content-type": "application/json" }) };
	const response = await fetch(service + path, { method, headers, body: body && JSON.stringify(body) });
	keep(response.headers.getSetCookie());
	const answer = await response.json();
	if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.code}: ${answer.message}`);
	return answer;
}

const acts = {
	async "log-in"(csrf) {
		const body = { username, password, session: true, remember: true };
		const { expiresAt } = await send("POST", "/api/auth/login", { csrf, body });
		console.log(`Logged in until ${expiresAt}.`);
	},
	async call(csrf) {
		const { token } = await send("POST", "/api/auth/token", { csrf });
		const response = await fetch(api, { headers: { authorization: `Bearer ${token}` } });
		console.log(`The API answered ${response.status}: ${await response.text()}`);
	},
	async "log-out"(csrf) {
		await send("POST", "/api/auth/logout", { csrf });
		console.log("Logged out.");
	},
};

const act = acts[process.argv[2]];
if (act === undefined) throw new Error("Write one of: log-in, call, log-out.");
const { csrf } = await send("GET", "/api/auth/csrf");
await act(csrf);
