import type { ComponentChildren } from "preact";
import { dateTime, timeAgo } from "../when.ts";

/** One term of a list of terms. */
export function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

/** `past`: as how long ago. */
export function Time({ iso, past = false }: { iso: string; past?: boolean }) {
	return <time dateTime={iso}>{past ? timeAgo(iso) : dateTime(iso)}</time>;
}
