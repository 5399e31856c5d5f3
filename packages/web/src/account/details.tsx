import { profileTexts } from "#texts/profile.ts";
import type { Page } from "../page.ts";
import { Fact } from "./fact.tsx";
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
				{displayName !== "" && <Fact name={words.name}>{displayName}</Fact>}
				<Fact name={words.username}>{username}</Fact>
				{(address.email !== null || address.canChange) && (
					<Fact name={words.email}>
						<Address page={page} {...address} />
					</Fact>
				)}
				{groups.length > 0 && <Fact name={words.groups}>{groups.join(", ")}</Fact>}
				<Fact name={<label for="language">{words.language}</label>}>
					<Language page={page} chosen={language} languages={languages} />
				</Fact>
			</dl>
			<p class="hint">{words.wrong}</p>
		</section>
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
