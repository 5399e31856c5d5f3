import type { SallyportError } from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { problemOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { type Candidate, judged, piecesOf } from "./try-out.ts";

export interface Progress {
	done: number;
	all: number;
}

interface Sending {
	/** Null: nothing is under way. */
	progress: Progress | null;
	failure: SallyportError | null;
	/** Sends what did not go out when it failed. */
	again: () => void;
	/** What was answered before a failure is not sent twice. */
	send(candidates: readonly Candidate[], how: How): Promise<void>;
}

interface How {
	/** Nothing is stored. */
	dryRun: boolean;
	invite: "mail" | "none";
	/** With what came of each. */
	onDone: (judged: Candidate[]) => void;
}

/** Sends rows in pieces. */
export function useImport(): Sending {
	const { api, act } = useDesk();
	const [progress, setProgress] = useState<Progress | null>(null);
	const [failed, setFailed] = useState<{ failure: SallyportError; again: () => void } | null>(null);

	const isLeft = useRef(false);
	useEffect(
		() => () => {
			isLeft.current = true;
		},
		[],
	);

	async function send(candidates: readonly Candidate[], how: How, before: Candidate[] = []): Promise<void> {
		const all = before.length + candidates.length;
		const done = [...before];
		setFailed(null);
		setProgress({ done: done.length, all });
		try {
			for (const piece of piecesOf(candidates)) {
				const body = { rows: piece.map(({ user }) => user), invite: how.invite };
				const query = { dryRun: how.dryRun ? "true" : "false" } as const;
				const answer = await act(() => api("POST /users/import", { body, query }));
				if (isLeft.current || answer === undefined) return setProgress(null);
				done.push(...judged(piece, answer));
				setProgress({ done: done.length, all });
			}
			how.onDone(done);
		} catch (error) {
			const failure = problemOf(error);
			const left = candidates.slice(done.length - before.length);
			setFailed({ failure, again: () => void send(left, how, done) });
		}
		setProgress(null);
	}

	return {
		progress,
		failure: failed?.failure ?? null,
		again: () => failed?.again(),
		send: (candidates, how) => send(candidates, how),
	};
}
