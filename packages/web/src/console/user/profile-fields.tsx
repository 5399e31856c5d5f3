import type { ShownUser } from "@sallyport/client";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import type { PresentMistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { AreaField } from "../parts/area-field.tsx";
import { GroupsField } from "../parts/groups-field.tsx";
import { Tick } from "../parts/tick.tsx";
import { profileOf } from "./profile-change.ts";

const words = consoleUserPageTexts.profile;

export function ProfileFields({ user, mistake }: { user: ShownUser; mistake: PresentMistake }) {
	const profile = profileOf(user);
	const field = (id: "username" | "displayName" | "email" | "locale" | "externalId", hint?: string) => (
		<TextField
			id={id}
			label={words[id]}
			value={profile[id]}
			mistake={mistake}
			{...(hint !== undefined && { hint })}
			required={id === "username"}
		/>
	);
	return (
		<>
			{field("username", words.usernameHint)}
			{field("displayName")}
			<div class="field">
				{field("email", user.emailRefused ? words.emailRefused : undefined)}
				<Tick name="emailVerified" text={words.emailVerified} checked={profile.emailVerified} />
			</div>
			{field("locale", words.localeHint)}
			{field("externalId", words.externalIdHint)}
			<GroupsField label={words.groups} hint={words.groupsHint} value={profile.groups} mistake={mistake} />
			<AreaField
				id="attributes"
				label={words.attributes}
				hint={words.attributesHint}
				value={profile.attributes}
				mistake={mistake}
			/>
		</>
	);
}
