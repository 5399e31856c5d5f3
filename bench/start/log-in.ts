/** A login as a stranger makes it: a csrf value with its cookie, then the password. Rejects unless a token comes. */
export async function logIn(baseUrl: string, username: string, password: string): Promise<void> {
	const before = await fetch(`${baseUrl}/api/auth/csrf`);
	const { csrf } = (await before.json()) as { csrf: string };
	const cookie = before.headers
		.getSetCookie()
		.map((each) => each.split(";", 1)[0])
		.join("; ");
	const answer = await fetch(`${baseUrl}/api/auth/login`, {
		method: "POST",
		headers: { "content-type": "application/json", csrf, cookie },
		body: JSON.stringify({ username, password }),
	});
	const { token } = (await answer.json()) as { token?: string };
	if (answer.status !== 200 || token === undefined) throw new Error(`The login answered ${answer.status}.`);
}
