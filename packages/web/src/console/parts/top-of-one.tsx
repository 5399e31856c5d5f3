import type { ComponentChildren } from "preact";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "./console-heading.tsx";

interface Props {
	name: string;
	/** The list that it is in, and where that is. */
	list: string;
	path: readonly string[];
	facts: ComponentChildren;
	/** What can be done with it. */
	children: ComponentChildren;
}

/** The head of the page of one thing. */
export function TopOfOne({ name, list, path, facts, children }: Props) {
	const { to } = useDesk();
	return (
		<div class="top of-one">
			<div>
				<a class="back" href={to(path)}>
					{list}
				</a>
				<ConsoleHeading title={name}>
					<bdi>{name}</bdi>
				</ConsoleHeading>
				<p class="facts">{facts}</p>
			</div>
			{children}
		</div>
	);
}
