import type { WhoAmI } from "@sallyport/client";
import { locale } from "../texts.ts";
import { dateTime } from "../when.ts";
import { accountTexts } from "./texts.ts";

/** The login before the one of this session. */
export type LastLogin = NonNullable<WhoAmI["lastLogin"]>;

interface Words {
	login: string;
	/** Null: no failures. */
	failures: string | null;
}

/** For users to notice a login by someone else (ASVS 6.3.5); null: no previous login. */
export function lastLoginWords(last: LastLogin | null): Words {
	if (last === null) return { login: accountTexts.lastLogin.none, failures: null };
	const { at, address, failedSince } = last;
	const login = accountTexts.lastLogin.at(dateTime(at), address);
	const number = failedSince.toLocaleString(locale);
	return { login, failures: failedSince > 0 ? accountTexts.lastLogin.failed(failedSince, number) : null };
}
