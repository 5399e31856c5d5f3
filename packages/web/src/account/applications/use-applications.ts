import { type ApplicationList, type Connection, SallyportError } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../../explain.ts";

export type ListedApplication = ApplicationList["applications"][number];

interface ApplicationsState {
	/** Undefined until the first response. */
	list: ListedApplication[] | undefined;
	/** Why they could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
}

export function useApplications(connection: Connection): ApplicationsState {
	const [list, setList] = useState<ListedApplication[]>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			setList((await connection.send("GET /api/auth/applications")).applications);
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);
	return { list, failure, load };
}

/** One that has ended elsewhere is a success too. */
export function unlessGone(error: unknown): void {
	if (!(error instanceof SallyportError) || error.code !== "not_found") throw error;
}
