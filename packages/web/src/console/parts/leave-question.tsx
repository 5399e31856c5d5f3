import { useEffect, useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "./act-dialog.tsx";

const words = consoleTexts.changed;

/** Asks before another page opens, while a form of this one has words that would be lost. */
export function LeaveQuestion({ isChanged }: { isChanged: () => boolean }) {
	const { hold } = useDesk();
	const [leave, setLeave] = useState<{ open: () => void } | null>(null);
	const latest = useRef(isChanged);
	latest.current = isChanged;
	useEffect(() => hold({ isChanged: () => latest.current(), ask: (open) => setLeave({ open }) }), []);
	if (leave === null) return null;
	return (
		<ActDialog
			key={leave}
			heading={words.leave}
			submit={words.leaveSubmit}
			destroys
			act={async () => null}
			onClose={(answer) => {
				// A second question may have come before the end of the first was heard.
				setLeave((now) => (now === leave ? null : now));
				if (answer !== undefined) leave.open();
			}}
		>
			{() => null}
		</ActDialog>
	);
}
