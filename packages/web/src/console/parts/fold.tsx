import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface Props {
	/** What opens it. */
	name: string;
	open?: boolean;
	children?: ComponentChildren;
}

/** Several controls, which on a phone would take the room of the list. */
export function Fold({ name, open = false, children }: Props) {
	const [isFolded] = useState(() => Array.isArray(children) && !matchMedia("(min-width: 48rem)").matches);
	return isFolded ? (
		<details open={open}>
			<summary>{name}</summary>
			<div class="filters">{children}</div>
		</details>
	) : (
		children
	);
}
