import { consoleSystemTexts as words } from "#texts/console-system.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Checks } from "./checks.tsx";
import { Instances } from "./instances.tsx";
import { Settings } from "./settings.tsx";

export function SystemPage() {
	const { page } = useDesk();
	return (
		<>
			<div class="top">
				<ConsoleHeading>{words.title}</ConsoleHeading>
				<a href={page.to("docs")}>{words.docs}</a>
			</div>
			<Checks />
			<Instances />
			<Settings />
		</>
	);
}
