/**
 * A front end on an origin of its own. Its user logs in on the page of Sallyport, and what stays is a cookie that no script can read.
 * The API gets a token of that session, which lives in the memory of this page and nowhere else.
 */
import { createClient, errorOf } from "./client/index.js";
import { api, sallyport } from "./config.js";

const client = createClient({
	baseUrl: sallyport,
	mode: "cookie",
	origins: [api],
	onSessionLost: () => show(null),
});

const part = (id) => document.getElementById(id);

function show(name, message = "") {
	part("logged-out").hidden = name !== null;
	part("reports").hidden = name === null;
	part("name").textContent = name;
	part("message").textContent = message;
}

/** Does it, and shows what went wrong. */
async function attempt(act) {
	part("message").textContent = "";
	try {
		await act();
	} catch (error) {
		// Without a session there is nothing wrong: the page offers to log in.
		if (error.status !== 401) part("message").textContent = `${error.message} (${error.code})`;
	}
}

function on(id, event, act) {
	part(id).addEventListener(event, (happened) => {
		happened.preventDefault();
		return attempt(() => act(new FormData(event === "submit" ? happened.target : undefined)));
	});
}

/** What the API answers; what it refuses is an error. */
async function ask(path, init) {
	const answer = await client.fetch(api + path, init);
	if (!answer.ok) throw await errorOf(answer);
	return answer.json();
}

async function search(words) {
	const { found } = await ask(`/search?${new URLSearchParams({ q: words })}`);
	part("found").replaceChildren(
		...found.map(({ title }) => Object.assign(document.createElement("li"), { textContent: title })),
	);
}

on("login", "click", () => {
	location.assign(`${sallyport}/login?${new URLSearchParams({ next: location.href })}`);
});

on("search", "submit", (form) => search(form.get("q")));

on("write", "submit", async (form) => {
	await ask("/reports", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ title: form.get("title") }),
	});
	await search("");
});

on("logout", "click", async () => {
	await client.logOut();
	show(null, "You are logged out.");
});

// Back from the login page, after a reload, or days later.
await attempt(async () => {
	const { displayName } = await client.session();
	show(displayName);
	await search("");
});
