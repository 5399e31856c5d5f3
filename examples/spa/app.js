/** A front end on an origin of its own. It logs in for a token, which lives in the memory of this page and nowhere else. */
import { createClient } from "./client/index.js";
import { api, sallyport } from "./config.js";

const client = createClient({ baseUrl: sallyport, origins: [api], onSessionLost: () => show(null) });

const part = (id) => document.getElementById(id);

function show(name, message = "") {
	part("login").hidden = name !== null;
	part("reports").hidden = name === null;
	part("name").textContent = name;
	part("message").textContent = message;
}

/** Does it when that is asked for, and shows what went wrong. */
function on(id, event, act) {
	part(id).addEventListener(event, async (happened) => {
		happened.preventDefault();
		part("message").textContent = "";
		try {
			await act(new FormData(event === "submit" ? happened.target : undefined));
		} catch (error) {
			part("message").textContent = `${error.message} (${error.code})`;
		}
	});
}

async function search(words) {
	const answer = await client.fetch(`${api}/search?${new URLSearchParams({ q: words })}`);
	if (!answer.ok) return;
	const { found } = await answer.json();
	part("found").replaceChildren(
		...found.map(({ title }) => Object.assign(document.createElement("li"), { textContent: title })),
	);
}

on("login", "submit", async (form) => {
	await client.logIn({ username: form.get("username"), password: form.get("password") });
	part("login").reset();
	const { displayName } = await client.session();
	show(displayName);
	await search("");
});

on("search", "submit", (form) => search(form.get("q")));

on("write", "submit", async (form) => {
	await client.fetch(`${api}/reports`, {
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
