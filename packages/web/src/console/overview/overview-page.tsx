import { consoleOverviewTexts as words } from "#texts/console-overview.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Findings } from "./findings.tsx";

export function OverviewPage() {
	return (
		<>
			<ConsoleHeading>{words.title}</ConsoleHeading>
			<Findings />
		</>
	);
}
