import { consoleUserTexts as words } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { SaveLink } from "../parts/save-link.tsx";

type Format = keyof typeof words.exportFormat;

/** Users as files: in, and out. */
export function FileLinks() {
	const { to } = useDesk();
	return (
		<span class="exports">
			<a href={to(["users", "import"])}>{words.import}</a>
			{words.exportAs}:
			{(Object.keys(words.exportFormat) as Format[]).map((format) => (
				<SaveLink key={format} path={`users/export?format=${format}`} name={`users.${format}`}>
					{words.exportFormat[format]}
				</SaveLink>
			))}
		</span>
	);
}
