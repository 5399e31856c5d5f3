import { useState } from "preact/hooks";
import { consoleUserTexts } from "#texts/console-users.ts";
import type { PresentMistake } from "../../components/mistake.ts";
import { ChoiceField, TextField } from "../../components/text-field.tsx";
import { useDesk } from "../desk.ts";
import { GroupsField } from "../parts/groups-field.tsx";

const { make: words, roles, kinds } = consoleUserTexts;
const { mail, ...invites } = words.invites;

export function NewUserFields({ mistake }: { mistake: PresentMistake }) {
	const { mails, place } = useDesk();
	const [kind, setKind] = useState(place.query.get("kind") ?? "person");
	const [hasEmail, setHasEmail] = useState(false);
	/** What was chosen by hand stays, whatever is typed. */
	const [invite, setInvite] = useState<string | null>(null);

	function choose(kind: string): void {
		setKind(kind);
		setHasEmail(false);
	}

	return (
		<>
			<TextField id="username" label={words.username} hint={words.usernameHint} mistake={mistake} required />
			<ChoiceField
				id="kind"
				label={words.kind}
				hint={words.kindHint}
				choices={kinds}
				value={kind}
				onChange={choose}
			/>
			<TextField id="displayName" label={words.displayName} mistake={mistake} />
			{kind === "person" && (
				<>
					<TextField
						id="email"
						label={words.email}
						mistake={mistake}
						onInput={(text) => setHasEmail(text.trim() !== "")}
					/>
					<ChoiceField id="role" label={words.role} choices={roles} />
					<ChoiceField
						id="invite"
						label={words.invite}
						choices={mails ? { mail, ...invites } : invites}
						value={invite ?? (mails && hasEmail ? "mail" : "link")}
						onChange={setInvite}
					/>
				</>
			)}
			<GroupsField label={words.groups} hint={words.groupsHint} mistake={mistake} />
		</>
	);
}
