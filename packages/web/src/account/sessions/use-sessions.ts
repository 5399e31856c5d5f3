import { type Connection, type ListedSession, sessions } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../../explain.ts";
import { inOrder } from "./session.ts";

interface SessionsState {
	/** Undefined until the first response. */
	sessions: ListedSession[] | undefined;
	/** Why they could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
	/** Removes ended ones from the list without reloading it. */
	forget: (ended: (session: ListedSession) => boolean) => void;
}

export function useSessions(connection: Connection): SessionsState {
	const [listed, setListed] = useState<ListedSession[]>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			setListed(inOrder(await sessions(connection)));
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);

	return {
		sessions: listed,
		failure,
		load,
		forget: (ended) => setListed((all) => all?.filter((each) => !ended(each))),
	};
}
