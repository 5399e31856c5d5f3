import { type Connection, type ListedSession, session, sessions } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../explain.ts";
import { inOrder } from "../session.ts";
import type { LastLogin } from "./last-login.ts";

export interface SessionsState {
	/** Undefined until the first response. */
	sessions: ListedSession[] | undefined;
	/** Null: this is the first login. Loaded with the sessions. */
	lastLogin: LastLogin | null | undefined;
	/** Why they could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
	/** Removes ended ones from the list without reloading it. */
	forget: (ended: (session: ListedSession) => boolean) => void;
}

export function useSessions(connection: Connection): SessionsState {
	const [listed, setListed] = useState<ListedSession[]>();
	const [lastLogin, setLastLogin] = useState<LastLogin | null>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			const [all, own] = await Promise.all([sessions(connection), session(connection)]);
			setListed(inOrder(all));
			setLastLogin(own.lastLogin);
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);

	return {
		sessions: listed,
		lastLogin,
		failure,
		load,
		forget: (ended) => setListed((all) => all?.filter((each) => !ended(each))),
	};
}
