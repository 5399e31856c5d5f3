import type { FunctionComponent } from "preact";
import { useDesk } from "../desk.ts";

interface Props<Given> {
	label: string;
	/** Texts by the value of `?tab`; the first one has none. */
	names: Record<string, string>;
	/** What each of them shows. */
	parts: Record<string, FunctionComponent<Given>>;
	given: Given;
}

/** Parts of one thing. They are links: each has an address, and the back button goes between them. */
export function Tabs<Given extends object>({ label, names, parts, given }: Props<Given>) {
	const { place, to } = useDesk();
	const asked = place.query.get("tab") ?? "";
	const [first = ""] = Object.keys(names);
	const present = Object.hasOwn(names, asked) ? asked : first;
	const Part = parts[present];
	return (
		<>
			<nav class="tabs" aria-label={label}>
				{Object.entries(names).map(([name, text]) => (
					<a
						key={name}
						href={to(place.path, name === first ? {} : { tab: name })}
						aria-current={name === present ? "page" : undefined}
					>
						{text}
					</a>
				))}
			</nav>
			{Part !== undefined && <Part {...given} />}
		</>
	);
}
