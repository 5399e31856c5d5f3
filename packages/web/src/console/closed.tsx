import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "./desk.ts";
import { ConsoleHeading } from "./parts/console-heading.tsx";

/** Why the console is closed to its user: the role is gone, or a second factor is missing. */
export type Closing = "demoted" | "factor";

const words = consoleTexts.closed;

export function Closed({ closing }: { closing: Closing }) {
	const { page } = useDesk();
	return (
		<div class="closed" role="alert">
			<ConsoleHeading>{words[closing].heading}</ConsoleHeading>
			<p>{words[closing].text}</p>
			<p>
				{closing === "factor" ? (
					<a href={page.to("account/security")}>{words.factor.link}</a>
				) : (
					<a href={page.to("account")}>{words.toAccount}</a>
				)}
			</p>
		</div>
	);
}
