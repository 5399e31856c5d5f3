import type { ComponentChildren } from "preact";
import { profileTexts } from "#texts/profile.ts";
import type { Page } from "../page.ts";
import { Language } from "./language.tsx";

/** What the server writes into the page of a profile. */
interface ServedDetails {
	email: string | null;
	isConfirmed: boolean;
	/** Whether users can change their address themselves: where there is mail. */
	canChange: boolean;
	groups: string[];
	/** The one that the user has chosen; null: as the browser says. */
	language: string | null;
	/** Those that there are. */
	languages: string[];
}

const words = profileTexts.details;

export function Details({ page }: { page: Page }) {
	const { username, displayName, root } = page;
	const { groups, language, languages, ...address } = JSON.parse(
		root.dataset.details ?? "{}",
	) as ServedDetails;
	return (
		<section class="card" aria-labelledby="details">
			<h2 id="details">{words.heading}</h2>
			<dl class="details">
				{displayName !== "" && <Detail name={words.name}>{displayName}</Detail>}
				<Detail name={words.username}>{username}</Detail>
				{(address.email !== null || address.canChange) && (
					<Detail name={words.email}>
						<Address page={page} {...address} />
					</Detail>
				)}
				{groups.length > 0 && <Detail name={words.groups}>{groups.join(", ")}</Detail>}
				<Detail name={<label for="language">{words.language}</label>}>
					<Language page={page} chosen={language} languages={languages} />
				</Detail>
			</dl>
			<p class="hint">{words.wrong}</p>
		</section>
	);
}

function Detail({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

function Address({
	page,
	email,
	isConfirmed,
	canChange,
}: { page: Page } & Pick<ServedDetails, "email" | "isConfirmed" | "canChange">) {
	return (
		<>
			<span>{email ?? words.noEmail}</span>
			{email !== null && (
				<span class={isConfirmed ? "tag here" : "tag"}>
					{isConfirmed ? words.confirmed : words.unconfirmed}
				</span>
			)}
			{canChange && <a href={page.to("email")}>{email === null ? words.addEmail : words.changeEmail}</a>}
		</>
	);
}
