import { SallyportError } from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { explain } from "../explain.ts";

/** What a card lists. */
interface Listed<T> {
	/** Undefined until the first response. */
	list: T | undefined;
	/** Why it could not be loaded; empty: no error. */
	failure: string;
	load: () => Promise<void>;
}

export function useListed<T>(read: () => Promise<T>): Listed<T> {
	const [list, setList] = useState<T>();
	const [failure, setFailure] = useState("");
	const loads = useRef(0);

	async function load(): Promise<void> {
		loads.current += 1;
		const load = loads.current;
		/** An answer to an earlier question may come after it. */
		const isLatest = () => load === loads.current;
		try {
			const list = await read();
			if (!isLatest()) return;
			setList(list);
			setFailure("");
		} catch (error) {
			if (isLatest()) setFailure(explain(error));
		}
	}
	useEffect(() => void load(), []);
	return { list, failure, load };
}

interface Props {
	of: Listed<unknown>;
	words: { loading: string; retry: string };
}

/** That a list is on its way, or why it did not come. */
export function Loading({ of: { list, failure, load }, words }: Props) {
	return (
		<>
			{list === undefined && failure === "" && <p class="hint">{words.loading}</p>}
			<div class="alert" role="alert">
				{failure}
			</div>
			{failure !== "" && (
				<button type="button" class="quiet" onClick={() => void load()}>
					{words.retry}
				</button>
			)}
		</>
	);
}

/** What has ended elsewhere is a success too. */
export function unlessGone(error: unknown): void {
	if (!(error instanceof SallyportError) || error.code !== "not_found") throw error;
}
