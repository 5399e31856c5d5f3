/** Logins of users to an application that is trusted, as the application and the browser do them. */
import { createHash, randomBytes } from "node:crypto";
import { createVisitor, type Visitor } from "../../packages/server/test/support/visitor.ts";
import { type deploymentIn, PASSWORD } from "../lib/sallyport.ts";

const CALLBACK = "http://127.0.0.1:9/callback";

export type Application = Record<"id" | "secret", string>;

export async function addApplication({
	run,
}: Pick<ReturnType<typeof deploymentIn>, "run">): Promise<Application> {
	const words = ["client", "add", "--name", "Charts", "--redirect-uri", CALLBACK, "--trusted", "--json"];
	const { client, secret } = JSON.parse(await run(words)) as {
		client: { id: string };
		secret: { secret: string };
	};
	return { id: client.id, secret: secret.secret };
}

/** One login: authorize, token, userinfo. `user`: is logged in. */
export async function logIn(user: Visitor, anyone: Visitor, { id, secret }: Application): Promise<void> {
	const verifier = randomBytes(32).toString("base64url");
	const query = new URLSearchParams({
		client_id: id,
		redirect_uri: CALLBACK,
		response_type: "code",
		scope: "openid profile email",
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	const { headers, text } = await user.get(`/oidc/auth?${query}`);
	const code = new URL(headers.get("location") ?? "x:").searchParams.get("code");
	if (code === null) throw new Error(`There is no code: ${text.slice(0, 200)}`);
	const given = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: verifier };
	const answer = await anyone.request("POST", "/oidc/token", {
		body: new URLSearchParams(given).toString(),
		headers: {
			authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
			"content-type": "application/x-www-form-urlencoded",
		},
	});
	const told = await anyone.get("/oidc/userinfo", {
		authorization: `Bearer ${String(answer.body?.access_token)}`,
	});
	if (told.status !== 200) throw new Error(`userinfo was answered ${told.status}`);
}

/** A browser of each user, with a cookie session. */
export async function logInAll(port: number, names: readonly string[]): Promise<Visitor[]> {
	const users: Visitor[] = [];
	for (const name of names) {
		const user = createVisitor(`http://localhost:${port}`);
		const { status, text } = await user.logIn(name, PASSWORD, { session: true });
		if (status !== 200) throw new Error(`A login was answered ${status}: ${text.slice(0, 200)}`);
		users.push(user);
	}
	return users;
}
