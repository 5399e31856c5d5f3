import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleKeyTexts } from "#texts/console-keys.ts";
import { type Desk, useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import type { Kind } from "./kind.ts";

const words = consoleKeyTexts.rotate;

interface Props {
	kind: Kind;
	/** Even if others may not know the next key yet. */
	isForced: boolean;
	/** Asks for that instead. */
	force: () => void;
	/** Does it if the keys are still those that were looked at. */
	act: Desk["act"];
	onClose: () => void;
}

export function RotateDialog({ kind, isForced, force, act, onClose }: Props) {
	const { api, say } = useDesk();
	const [isTooEarly, setTooEarly] = useState(false);

	function onProblem({ code }: SallyportError): string | undefined {
		if (code !== "state_conflict") return undefined;
		setTooEarly(true);
		return words.tooEarly;
	}

	return (
		<ActDialog
			heading={words.heading[kind]}
			submit={isForced ? words.force : words.submit}
			destroys={isForced}
			{...(isForced && { typed: words.typed })}
			act={() => act(() => api("POST /keys/{kind}/rotate", { kind, body: isForced ? { force: true } : {} }))}
			done={({ active }) => say(words.done(active))}
			onProblem={onProblem}
			onClose={onClose}
		>
			{() => (
				<>
					<p>{words.what[kind]}</p>
					{isForced && <p>{words.whatForced[kind]}</p>}
					{isTooEarly && !isForced && (
						<p>
							<button type="button" class="link" onClick={force}>
								{words.toForce}
							</button>
						</p>
					)}
				</>
			)}
		</ActDialog>
	);
}
