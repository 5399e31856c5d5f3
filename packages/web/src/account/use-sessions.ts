import { useEffect, useState } from "preact/hooks";
import type { Api } from "../api.ts";
import { explain } from "../explain.ts";
import { inOrder, type Session } from "../session.ts";
import type { LastLogin } from "./last-login.ts";

export interface SessionsState {
	/** Undefined until the first answer. */
	sessions: Session[] | undefined;
	/** Null: the login of this session was the first. Comes and fails with the sessions. */
	lastLogin: LastLogin | null | undefined;
	/** Why they could not be loaded; empty: nothing wrong. */
	failure: string;
	load: () => Promise<void>;
	/** Takes ended ones off the list, without asking again. */
	forget: (ended: (session: Session) => boolean) => void;
}

export function useSessions(api: Api): SessionsState {
	const [sessions, setSessions] = useState<Session[]>();
	const [lastLogin, setLastLogin] = useState<LastLogin | null>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			const [all, own] = await Promise.all([
				api.get<{ sessions: Session[] }>("/api/auth/sessions"),
				api.get<{ lastLogin: LastLogin | null }>("/api/auth/session"),
			]);
			setSessions(inOrder(all.sessions));
			setLastLogin(own.lastLogin);
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);

	return {
		sessions,
		lastLogin,
		failure,
		load,
		forget: (ended) => setSessions((all) => all?.filter((each) => !ended(each))),
	};
}
