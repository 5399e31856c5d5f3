import type { WhoAmI } from "@sallyport/client";
import { locale } from "../texts.ts";
import { dateTime } from "../when.ts";
import { accountTexts } from "./texts.ts";

/** The login before the one of this session. */
export type LastLogin = NonNullable<WhoAmI["lastLogin"]>;

interface Words {
	login: string;
	/** Null: nothing failed. */
	failures: string | null;
}

/** What the owner is told to see whether it was somebody else (ASVS 6.3.5); null: there was no login before. */
export function lastLoginWords(last: LastLogin | null): Words {
	if (last === null) return { login: accountTexts.lastLogin.none, failures: null };
	const { at, address, failedSince } = last;
	const login = accountTexts.lastLogin.at(dateTime(at), address);
	const number = failedSince.toLocaleString(locale);
	return { login, failures: failedSince > 0 ? accountTexts.lastLogin.failed(failedSince, number) : null };
}
