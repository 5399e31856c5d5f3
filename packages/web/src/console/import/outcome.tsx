import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BadRows } from "./bad-rows.tsx";
import type { Candidate } from "./try-out.ts";

interface Props {
	heading: string;
	hint?: string;
	bad: readonly Candidate[];
	/** What comes next. */
	children: ComponentChildren;
}

/** What came of a step; the focus is on it, so that it is read. */
export function Outcome({ heading, hint, bad, children }: Props) {
	const title = useRef<HTMLHeadingElement>(null);
	useEffect(() => title.current?.focus(), [heading]);
	return (
		<section class="outcome" aria-labelledby="outcome">
			<h2 id="outcome" tabindex={-1} ref={title}>
				{heading}
			</h2>
			{hint !== undefined && <p class="hint">{hint}</p>}
			<BadRows bad={bad} />
			{children}
		</section>
	);
}
