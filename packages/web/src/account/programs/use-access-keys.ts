import type { AccessKeyList, Connection } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../../explain.ts";

interface AccessKeysState {
	/** Undefined until the first response. */
	list: AccessKeyList | undefined;
	/** Why they could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
}

export function useAccessKeys(connection: Connection): AccessKeysState {
	const [list, setList] = useState<AccessKeyList>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			setList(await connection.send("GET /api/auth/access-keys"));
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);
	return { list, failure, load };
}
