import type { Answer } from "./answer.ts";
import { LeftOut } from "./check.ts";
import type { Given, Wire } from "./wire.ts";

/** The user for whom the checks log in. */
export interface User {
	name: string;
	password: string;
}

/**
 * Every login with the given password goes through here, so that every session is known and ended again, and a password
 * that turns out to be wrong is not tried twice.
 */
export interface Account {
	/** Throws LeftOut when there is no user, or when a login was refused. */
	user(): User;
	/** `holds` gives the headers that end the session; asked at the end, since a cookie changes. */
	logIn(more: object, headers: Record<string, string>, holds: Holder): Promise<Answer>;
	/** After a check has ended it by itself. */
	forget(holds: Holder): void;
	/** Ends what is left; how many could not be ended. */
	endAll(): Promise<number>;
	begun(): number;
	/** Logins with the given password that were refused as wrong: 0 or 1. */
	refused(): number;
}

/** Takes the login answer, later gives the headers for POST /api/auth/logout. */
export interface Holder {
	keep(answer: Answer): void;
	headers(): Promise<Record<string, string>>;
}

export function createAccount({ wire, user }: { wire: Wire; user: User | null }): Account {
	const open = new Set<Holder>();
	let begun = 0;
	let refused = 0;
	/** A wrong password, or a service that wants to be left alone. */
	let isOver = false;

	function demandUser(): User {
		if (user === null) throw new LeftOut("needs a user");
		if (isOver) throw new LeftOut("a login of this user was refused");
		return user;
	}

	async function end(holds: Holder): Promise<boolean> {
		try {
			const given: Given = { headers: await holds.headers(), aside: true, tidying: true };
			return (await wire.ask("POST", "/api/auth/logout", given)).status === 200;
		} catch {
			return false;
		}
	}

	return {
		user: demandUser,
		async logIn(more, headers, holds) {
			const { name, password } = demandUser();
			const body = { username: name, password, ...more };
			const answer = await wire.ask("POST", "/api/auth/login", { body, headers });
			if (answer.status === 401) refused += 1;
			if ([401, 429, 503].includes(answer.status)) isOver = true;
			if (answer.status === 200) {
				begun += 1;
				open.add(holds);
				holds.keep(answer);
			}
			return answer;
		},
		forget(holds) {
			open.delete(holds);
		},
		async endAll() {
			let left = 0;
			for (const holds of open) if (!(await end(holds))) left += 1;
			open.clear();
			return left;
		},
		begun: () => begun,
		refused: () => refused,
	};
}
