import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "./desk.ts";
import { ConsoleHeading } from "./parts/console-heading.tsx";

const words = consoleTexts.missing;

export function Missing() {
	const { to } = useDesk();
	return (
		<>
			<ConsoleHeading>{words.heading}</ConsoleHeading>
			<p>{words.text}</p>
			<p>
				<a href={to([])}>{words.home}</a>
			</p>
		</>
	);
}
