import type { LoginQuestion } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { consentTexts as words } from "#texts/consent.ts";
import type { Page } from "../page.ts";
import { useInteraction } from "./use-interaction.ts";

/** Where a login to an application asks whether the application may know the user. */
export function ConsentPage({ page }: { page: Page }) {
	const { question, failure, isOver, busy, load, act } = useInteraction(page);
	const heading = useRef<HTMLHeadingElement>(null);
	// A screen reader then says which application it is; and the button that had the focus may be gone.
	useEffect(() => heading.current?.focus(), [question, isOver]);

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
				{failure !== "" && !isOver && (
					<button type="button" class="quiet" onClick={() => void load()}>
						{words.retry}
					</button>
				)}
				<Exit page={page} application={null} />
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
			{isOver ? (
				<Exit page={page} application={question.application} />
			) : (
				<div class="actions">
					<button {...pressed("allow")}>{words.allow}</button>
					<button {...pressed("cancel")} class="quiet">
						{words.cancel}
					</button>
				</div>
			)}
		</>
	);
}

/** Back to where the application begins, if there is such a page. */
function Exit({ page, application }: { page: Page; application: LoginQuestion["application"] | null }) {
	const { launchUrl = null, name = "" } = application ?? {};
	return (
		<p class="below">
			<a href={launchUrl ?? page.to("account")}>
				{launchUrl === null ? words.toAccount : words.toApplication(name)}
			</a>
		</p>
	);
}

/** What the application would get, and where. */
function Knowledge({ question: { application, scopes, offlineDays } }: { question: LoginQuestion }) {
	const known = Object.entries(words.scopes).filter(([scope]) => scopes.includes(scope));
	return (
		<>
			{/* The address of an app on the device may have no host. */}
			{application.host === "" ? (
				<p>{words.backToApp}</p>
			) : (
				<p>
					{words.back} <strong class="host">{application.host}</strong>
				</p>
			)}
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
