import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

interface Props {
	text: string;
	/** From the beginning, by the address. */
	isOpen?: boolean;
	/** The dialog, with what closes it. */
	children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog, and has the focus when that is closed. */
export function Opener({ text, isOpen = false, children }: Props) {
	const [opened, setOpened] = useState(isOpen);
	const button = useRef<HTMLButtonElement>(null);
	const close = () => {
		setOpened(false);
		button.current?.focus();
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
