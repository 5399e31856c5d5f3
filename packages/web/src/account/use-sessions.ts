import { type Connection, type ListedSession, session, sessions } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../explain.ts";
import { inOrder } from "../session.ts";
import type { Logins } from "./last-login.ts";

export interface SessionsState {
	/** Undefined until the first response. */
	sessions: ListedSession[] | undefined;
	/** Loaded with the sessions. */
	logins: Logins | undefined;
	/** Why they could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
	/** Removes ended ones from the list without reloading it. */
	forget: (ended: (session: ListedSession) => boolean) => void;
}

export function useSessions(connection: Connection): SessionsState {
	const [listed, setListed] = useState<ListedSession[]>();
	const [logins, setLogins] = useState<Logins>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			const [all, own] = await Promise.all([sessions(connection), session(connection)]);
			setListed(inOrder(all));
			setLogins(own);
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);

	return {
		sessions: listed,
		logins,
		failure,
		load,
		forget: (ended) => setListed((all) => all?.filter((each) => !ended(each))),
	};
}
