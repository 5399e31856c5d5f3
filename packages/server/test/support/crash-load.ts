/**
 * Users who log in, renew and change passwords, all at once, until the service dies under them; and what each of them
 * knows for sure afterwards.
 */
import assert from "node:assert/strict";
import type { SeededRandom } from "./seeded-random.ts";
import { type Answer, createVisitor, type Visitor } from "./visitor.ts";

/** A credential that the service has handed over. */
interface Credential {
	/** Holds the cookie; for a token only the headers count. */
	visitor: Visitor;
	headers: Record<string, string>;
	/** From the answer that handed it over; null for a token. */
	csrf: string | null;
}

interface LoadUser {
	name: string;
	password: string;
	/** The new password of a change that was never answered. */
	pendingPassword: string | null;
	credentials: Credential[];
}

/** What the caller was told of a request that may make a session. */
export type Outcome = "made" | "refused" | "unknown";

export interface Load {
	users: LoadUser[];
	/** By the User-Agent of each request that may make a session. */
	attempts: Map<string, { outcome: Outcome; path: string }>;
	/**
	 * Runs until the service is gone. `answered` is called at each answer. A user stops at the first request that is lost,
	 * and may not know their own password then; a guess that is lost is followed by others until `isGone`.
	 */
	run(answered: () => void, isGone?: () => boolean): Promise<void>;
	/** Everything that was acknowledged must hold at the service that has been started again, all of it: a change
	 * that is still under way somewhere would be missed. */
	assertKept(): Promise<void>;
}

const login = "/api/auth/login";
const change = "/api/auth/password";

export function createLoad(given: {
	baseUrl: string;
	random: SeededRandom;
	names: string[];
	/** The password that all of them have at first. */
	password: string;
}): Load {
	const { baseUrl, random, names, password } = given;
	const users = names.map((name): LoadUser => ({ name, password, pendingPassword: null, credentials: [] }));
	const attempts: Load["attempts"] = new Map();
	let changes = 0;

	/** A request that may make a session; null when the service died before the whole answer was there. */
	async function attempt(visitor: Visitor, path: string, body: object, more = {}): Promise<Answer | null> {
		const name = `attempt ${attempts.size + 1}`;
		const attempted = { outcome: "unknown" as Outcome, path };
		// Before the request: a value that the visitor has to fetch makes no session.
		attempts.set(name, attempted);
		const answer = await visitor.post(path, body, { "user-agent": name, ...more }).catch(() => null);
		// A busy machine may be told to come back later, which makes nothing and counts nothing.
		if (answer === null || answer.status === 503) return answer;
		attempted.outcome = answer.status === 200 ? "made" : "refused";
		return answer;
	}

	function credentialOf(visitor: Visitor, answer: Answer): Credential {
		const { token, csrf } = answer.body ?? {};
		return typeof token === "string"
			? { visitor, headers: { authorization: `Bearer ${token}` }, csrf: null }
			: { visitor, headers: {}, csrf: String(csrf) };
	}

	async function logIn(user: LoadUser): Promise<boolean> {
		const visitor = createVisitor(baseUrl);
		const body = { username: user.name, password: user.password, session: random.below(2) === 1 };
		const answer = await attempt(visitor, login, body);
		if (answer === null) return false;
		if (answer.status === 503) return true;
		assert.equal(answer.status, 200, answer.text);
		user.credentials.push(credentialOf(visitor, answer));
		return true;
	}

	async function guess(user: LoadUser): Promise<boolean> {
		const body = { username: user.name, password: "not the password at all" };
		const answer = await attempt(createVisitor(baseUrl), login, body);
		if (answer !== null) assert.equal(answer.body?.code, "invalid_credentials", answer.text);
		return answer !== null;
	}

	async function renew(user: LoadUser): Promise<boolean> {
		const index = random.below(user.credentials.length);
		const { visitor, headers } = user.credentials[index] as Credential;
		const answer = await visitor.post("/api/auth/renew", undefined, headers).catch(() => null);
		if (answer === null) return false;
		assert.equal(answer.status, 200, answer.text);
		user.credentials[index] = credentialOf(visitor, answer);
		return true;
	}

	async function changePassword(user: LoadUser): Promise<boolean> {
		const { visitor, headers } = random.pick(user.credentials);
		// Long numbers would take forty milliseconds to judge.
		user.pendingPassword = `five words of ${user.name} ${++changes}`;
		const body = { currentPassword: user.password, newPassword: user.pendingPassword };
		const answer = await attempt(visitor, change, body, headers);
		if (answer === null) return false;
		if (answer.status === 503) {
			user.pendingPassword = null;
			return true;
		}
		assert.equal(answer.status, 200, answer.text);
		Object.assign(user, {
			password: user.pendingPassword,
			pendingPassword: null,
			credentials: [credentialOf(visitor, answer)],
		});
		return true;
	}

	async function act(user: LoadUser): Promise<boolean> {
		const dice = random.below(10);
		if (user.credentials.length === 0 || dice < 3) return logIn(user);
		if (dice < 5) return (await Promise.all([logIn(user), logIn(user)])).every(Boolean);
		return dice < 7 ? renew(user) : changePassword(user);
	}

	async function settle(user: LoadUser): Promise<void> {
		if (user.pendingPassword === null) return;
		const works = async (password: string) => {
			const answer = await attempt(createVisitor(baseUrl), login, { username: user.name, password });
			return answer?.status === 200;
		};
		const { password, pendingPassword } = user;
		const [old, changed] = [await works(password), await works(pendingPassword)];
		assert.ok(old !== changed, `${user.name}: old password ${old}, new password ${changed}`);
		if (changed) {
			for (const { visitor, headers } of user.credentials) {
				const answer = await visitor.get("/api/auth/session", headers);
				assert.equal(answer.body?.code, "session_ended", `${user.name}: ${answer.text}`);
			}
			Object.assign(user, { password: user.pendingPassword, credentials: [] });
		}
		user.pendingPassword = null;
	}

	async function kept(user: LoadUser): Promise<void> {
		await settle(user);
		for (const { visitor, headers } of user.credentials) {
			const answer = await visitor.get("/api/auth/session", headers);
			assert.equal(answer.body?.username, user.name, `${user.name}: ${answer.text}`);
		}
		const csrf = user.credentials.find((each) => each.csrf !== null)?.csrf;
		if (csrf === undefined || csrf === null) return;
		// Without a cookie, as with a token copied from a page.
		const body = { username: user.name, password: user.password };
		const copied = await attempt(createVisitor(baseUrl), login, body, { csrf });
		assert.equal(copied?.status, 200, `${user.name}: ${copied?.text}`);
	}

	return {
		users,
		attempts,
		async run(answered, isGone = () => true) {
			const actor = async (once: () => Promise<boolean>, isLast: () => boolean) => {
				for (;;)
					if (await once()) answered();
					else if (isLast()) return;
			};
			await Promise.all([
				...users.map((user) =>
					actor(
						() => act(user),
						() => true,
					),
				),
				...users.slice(0, 2).map((user) => actor(() => guess(user), isGone)),
			]);
		},
		async assertKept() {
			await Promise.all(users.map(kept));
		},
	};
}
