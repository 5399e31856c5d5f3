import type { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleKeyTexts } from "#texts/console-keys.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import type { Asked } from "./kind.ts";

const words = consoleKeyTexts.rotate;

interface Props extends Asked {
	/** Asks instead whether to do it even if others may not know the next key yet. */
	force: () => void;
	onClose: () => void;
}

export function RotateDialog({ how, kind, active, force, onClose }: Props) {
	const { api, act, say } = useDesk();
	const [isTooEarly, setTooEarly] = useState(false);
	const isForced = how === "force";

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
			act={() => act(() => api("POST /keys/{kind}/rotate", { kind, body: { force: isForced, active } }))}
			done={(rotated) => say(words.done(rotated.active))}
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
