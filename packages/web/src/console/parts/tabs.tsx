import { useDesk } from "../desk.ts";

interface Props {
	label: string;
	/** Texts by the value of `?tab`; the first one has none. */
	tabs: Record<string, string>;
	present: string;
}

/** Parts of one thing. They are links: each has an address, and the back button goes between them. */
export function Tabs({ label, tabs, present }: Props) {
	const { place, to } = useDesk();
	return (
		<nav class="tabs" aria-label={label}>
			{Object.entries(tabs).map(([name, text], at) => (
				<a
					key={name}
					href={to(place.path, at === 0 ? {} : { tab: name })}
					aria-current={name === present ? "page" : undefined}
				>
					{text}
				</a>
			))}
		</nav>
	);
}
