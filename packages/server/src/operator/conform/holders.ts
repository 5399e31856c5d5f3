import type { Holder } from "./account.ts";
import { textOf } from "./answer.ts";
import { LeftOut } from "./check.ts";
import { createJar, type Jar } from "./jar.ts";
import type { Wire } from "./wire.ts";

/** Carries a token; `headers` is Authorization. */
export interface TokenHolder extends Holder {
	token(): string;
}

/** Carries cookies; `headers` is Cookie and the csrf value of its session. */
export interface CookieHolder extends Holder {
	jar: Jar;
}

export function createTokenHolder(): TokenHolder {
	let held = "";
	function token(): string {
		if (held === "") throw new LeftOut("no login gave a token");
		return held;
	}
	return {
		token,
		keep({ body }) {
			held = textOf(body, "token");
		},
		headers: async () => ({ authorization: `Bearer ${token()}` }),
	};
}

export function createCookieHolder(wire: Wire): CookieHolder {
	const jar = createJar();
	return {
		jar,
		keep: (answer) => jar.keep(answer),
		async headers() {
			if (jar.find("-sid") === null) throw new LeftOut("no login set a session cookie");
			// Asked for rather than kept: the value in an answer is a promise of its own.
			const answer = await wire.ask("GET", "/api/auth/csrf", { headers: jar.header(), tidying: true });
			const csrf = textOf(answer.body, "csrf");
			if (csrf === "") throw new LeftOut("a session gets no csrf value");
			return { ...jar.header(), csrf };
		},
	};
}
