import { consoleTexts } from "#texts/console.ts";
import type { SecondStepProps } from "../../second-step/requirement.ts";

/** In the place of the enrolment of the login page, which does what this leads to. */
export function Enrolment({ page }: SecondStepProps) {
	const { factor } = consoleTexts.closed;
	return (
		<>
			<p>{factor.text}</p>
			<p>
				<a href={page.to("login", { next: location.pathname })}>{factor.link}</a>
			</p>
		</>
	);
}
