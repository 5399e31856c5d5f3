import type { WhoAmI } from "@sallyport/client";
import { profileTexts } from "#texts/profile.ts";
import { dateTime } from "../when.ts";

/** The login before the one of this session (null: none), and what has failed since this one. */
export type Logins = Pick<WhoAmI, "lastLogin" | "failedSince">;

interface Words {
	login: string;
	/** Null: no failures. */
	failures: string | null;
	/** Logins that knew the password; null: none. */
	stopped: string | null;
}

/** For users to notice a login by someone else, or attempts at one (ASVS 6.3.5). */
export function lastLoginWords({ lastLogin, failedSince }: Logins): Words {
	const { none, at, failed, failedNow, stopped } = profileTexts.lastLogin;
	const told = (count: number, words: typeof failed) => (count > 0 ? [words(count)] : []);
	const failures = [...told(lastLogin?.failedSince ?? 0, failed), ...told(failedSince, failedNow)];
	return {
		login: lastLogin === null ? none : at(dateTime(lastLogin.at), lastLogin.address),
		failures: failures.length > 0 ? failures.join(" ") : null,
		stopped: told(lastLogin?.stoppedAtSecondFactor ?? 0, stopped)[0] ?? null,
	};
}
