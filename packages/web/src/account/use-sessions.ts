import { useEffect, useState } from "preact/hooks";
import type { Api } from "../api.ts";
import { explain } from "../explain.ts";
import { inOrder, type Session } from "../session.ts";

export interface SessionsState {
	/** Undefined until the first answer. */
	sessions: Session[] | undefined;
	/** Why they could not be loaded; empty: nothing wrong. */
	failure: string;
	load: () => Promise<void>;
	/** Takes ended ones off the list, without asking again. */
	forget: (ended: (session: Session) => boolean) => void;
}

export function useSessions(api: Api): SessionsState {
	const [sessions, setSessions] = useState<Session[]>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			const answer = await api.get<{ sessions: Session[] }>("/api/auth/sessions");
			setSessions(inOrder(answer.sessions));
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);

	return {
		sessions,
		failure,
		load,
		forget: (ended) => setSessions((all) => all?.filter((each) => !ended(each))),
	};
}
