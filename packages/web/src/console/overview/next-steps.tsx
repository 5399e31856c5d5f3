import { factors, type UserCount } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleOverviewTexts } from "#texts/console-overview.ts";
import { useDesk } from "../desk.ts";
import { type Loaded, useLoaded } from "../parts/use-loaded.ts";

const words = consoleOverviewTexts.steps;
type Step = keyof typeof words.each;
const DISMISSED = "sallyport-console-steps";

/** What a new service still lacks. Each step can be done from here, or dismissed in this browser. */
export function NextSteps({ users }: { users: Loaded<UserCount> }) {
	const { page, mails, to } = useDesk();
	const [dismissed, setDismissed] = useState(dismissedBefore);
	const own = useLoaded((signal) => factors(page.connection, { signal }), "");
	if (users.data === undefined || own.data === undefined)
		return users.failure || own.failure ? null : <section aria-busy="true" />;
	const open = (
		[
			["mail", !mails, page.to("docs")],
			["factor", !own.data.secondFactor.on, `${page.to("account/security")}#passkeys`],
			["invite", users.data.count < 2, to(["users"], { add: "1" })],
		] as const
	).filter(([step, isOpen]) => isOpen && !dismissed.includes(step));
	if (open.length === 0) return null;

	function dismiss(step: Step): void {
		const now = [...dismissed, step];
		setDismissed(now);
		try {
			localStorage.setItem(DISMISSED, JSON.stringify(now));
		} catch {
			// A browser that keeps nothing shows the step again.
		}
	}

	return (
		<section class="steps" aria-labelledby="steps">
			<h2 id="steps">{words.heading}</h2>
			<ol>
				{open.map(([step, , href]) => (
					<li key={step}>
						<div class="what">
							<h3>{words.each[step].heading}</h3>
							<p>{words.each[step].why}</p>
						</div>
						{step !== "mail" && <a href={href}>{words.each[step].link}</a>}
						<button
							type="button"
							class="link"
							aria-label={words.dismissWhich(words.each[step].heading)}
							onClick={() => dismiss(step)}
						>
							{words.dismiss}
						</button>
					</li>
				))}
			</ol>
		</section>
	);
}

function dismissedBefore(): readonly Step[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(DISMISSED) ?? "[]");
		return Array.isArray(kept) ? (kept as Step[]) : [];
	} catch {
		return [];
	}
}
