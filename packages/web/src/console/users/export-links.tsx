import { consoleUserTexts as words } from "#texts/console-users.ts";
import { SaveLink } from "../parts/save-link.tsx";

type Format = keyof typeof words.exportFormat;

export function ExportLinks() {
	return (
		<span class="exports">
			{words.exportAs}:
			{(Object.keys(words.exportFormat) as Format[]).map((format) => (
				<SaveLink key={format} path={`users/export?format=${format}`} name={`users.${format}`}>
					{words.exportFormat[format]}
				</SaveLink>
			))}
		</span>
	);
}
