import type { ShownUser } from "@sallyport/client";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { Field } from "../../components/field.tsx";
import { fieldMistake, type PresentMistake } from "../../components/mistake.ts";
import { GroupsField } from "../parts/groups-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import { Tick } from "../parts/tick.tsx";
import { profileOf } from "./profile-change.ts";

const words = consoleUserPageTexts.profile;

export function ProfileFields({ user, mistake }: { user: ShownUser; mistake: PresentMistake }) {
	const profile = profileOf(user);
	const { attributes, message } = fieldMistake(mistake, "attributes", "attributes-hint");
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
			<Field id="attributes" label={words.attributes} mistake={message}>
				<textarea
					id="attributes"
					name="attributes"
					rows={4}
					autocomplete="off"
					spellcheck={false}
					defaultValue={profile.attributes}
					{...attributes}
				/>
				<p class="hint" id="attributes-hint">
					{words.attributesHint}
				</p>
			</Field>
		</>
	);
}
