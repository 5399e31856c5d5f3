import { type Connection, session } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import type { Logins } from "./last-login.ts";

/** Undefined until they are known, and when they cannot be had: the page is of use without. */
export function useLogins(connection: Connection): Logins | undefined {
	const [logins, setLogins] = useState<Logins>();
	useEffect(() => void session(connection).then(setLogins, () => undefined), []);
	return logins;
}
