import type { LoginQuestion } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { consentTexts as words } from "#texts/consent.ts";
import type { Page } from "../page.ts";
import { useInteraction } from "./use-interaction.ts";

/** Where a login to an application asks whether the application may know the user. */
export function ConsentPage({ page }: { page: Page }) {
	const { question, failure, busy, load, act } = useInteraction(page);
	const heading = useRef<HTMLHeadingElement>(null);
	// A screen reader then says which application it is.
	useEffect(() => heading.current?.focus(), [question]);

	const pressed = (what: typeof busy) => ({
		type: "button" as const,
		onClick: () => void act(what ?? "cancel"),
		"aria-disabled": busy !== null,
		"aria-busy": busy === what,
	});
	const alert = (
		<div class="alert" role="alert">
			{failure}
		</div>
	);
	if (question === undefined)
		return (
			<>
				<h1 tabindex={-1} autofocus>
					{words.heading}
				</h1>
				{failure === "" && <p class="hint">{words.loading}</p>}
				{alert}
				{failure !== "" && (
					<button type="button" class="quiet" onClick={() => void load()}>
						{words.retry}
					</button>
				)}
				<p class="below">
					<a href={page.to("account")}>{words.toAccount}</a>
				</p>
			</>
		);
	return (
		<>
			<h1 key="known" tabindex={-1} ref={heading}>
				{words.headingOf(question.application.name)}
			</h1>
			<Knowledge question={question} />
			<p class="user">
				{words.user(nameOf(question))}{" "}
				<button {...pressed("leave")} class="link">
					{words.notYou}
				</button>
			</p>
			{alert}
			<div class="actions">
				<button {...pressed("allow")}>{words.allow}</button>
				<button {...pressed("cancel")} class="quiet">
					{words.cancel}
				</button>
			</div>
		</>
	);
}

/** What the application would get, and where. */
function Knowledge({ question: { application, scopes, offlineDays } }: { question: LoginQuestion }) {
	const known = Object.entries(words.scopes).filter(([scope]) => scopes.includes(scope));
	return (
		<>
			<p>
				{words.back} <strong class="host">{application.host}</strong>
			</p>
			<div class="knows">
				<p id="knows">{words.knows}</p>
				<ul aria-labelledby="knows">
					{known.map(([scope, what]) => (
						<li key={scope}>{what}</li>
					))}
				</ul>
				{scopes.includes("offline_access") && <p>{words.stays(offlineDays)}</p>}
			</div>
		</>
	);
}

function nameOf({ user: { username, displayName } }: LoginQuestion): string {
	return displayName === "" || displayName === username ? username : `${displayName} (${username})`;
}
