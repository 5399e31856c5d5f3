import { type Connection, type FactorList, factors } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../../explain.ts";

interface FactorsState {
	/** Undefined until the first response. */
	list: FactorList | undefined;
	/** Why they could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
}

export function useFactors(connection: Connection): FactorsState {
	const [list, setList] = useState<FactorList>();
	const [failure, setFailure] = useState("");

	async function load(): Promise<void> {
		try {
			setList(await factors(connection));
			setFailure("");
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);
	return { list, failure, load };
}
