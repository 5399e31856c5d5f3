import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useDesk } from "../desk.ts";
import { useFilter } from "./filters.tsx";

interface Props {
	text: string;
	/** The parameter of the address that opens it too. */
	by?: string;
	/** The dialog, with what closes it. */
	children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog, and has the focus when that is closed. */
export function Opener({ text, by = "", children }: Props) {
	const asked = useDesk().place.query.has(by);
	const change = useFilter();
	const [opened, setOpened] = useState(asked);
	const button = useRef<HTMLButtonElement>(null);
	const close = () => {
		setOpened(false);
		button.current?.focus();
		// Else a reload opens it again.
		if (asked) change(by, null, { replace: true });
	};
	return (
		<>
			<button type="button" ref={button} onClick={() => setOpened(true)}>
				{text}
			</button>
			{opened && children(close)}
		</>
	);
}
