import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import type { PresentMistake } from "../../components/mistake.ts";
import { ChoiceField, TextField } from "../../components/text-field.tsx";
import { AreaField } from "../parts/area-field.tsx";
import { GroupsField } from "../parts/groups-field.tsx";
import { ScopeTicks } from "../parts/scopes.tsx";
import { Tick } from "../parts/tick.tsx";
import { type Settings, wordsIn } from "./settings.ts";

interface Props {
	settings: Settings;
	/** Where it runs. */
	kind: string;
	mistake: PresentMistake;
}

const { settings: labels, hints } = words;

interface FirstProps extends Omit<Props, "kind"> {
	/** Whether a template decides the rest. */
	byTemplate?: boolean;
}

/** What every application needs. The groups that are typed stay while another template is chosen. */
export function FirstFields({ settings, mistake, byTemplate = false }: FirstProps) {
	return (
		<>
			{!byTemplate && (
				<TextField id="name" label={labels.name} value={settings.name} mistake={mistake} required />
			)}
			<GroupsField
				id="allowedGroups"
				label={words.optional(labels.allowedGroups)}
				hint={hints.allowedGroups}
				value={settings.allowedGroups}
				mistake={mistake}
			/>
			{!byTemplate && (
				<div>
					<AreaField
						id="redirectUris"
						label={labels.redirectUris}
						hint={hints.redirectUris}
						value={settings.redirectUris}
						mistake={mistake}
						rows={3}
						required
					/>
				</div>
			)}
		</>
	);
}

/** What few of them have to change. */
export function MoreFields({ settings, kind, mistake }: Props) {
	const address = (id: "launchUrl" | "logoutUri") => (
		<TextField
			id={id}
			label={words.optional(labels[id])}
			hint={hints[id]}
			value={settings[id]}
			mistake={mistake}
		/>
	);
	const choice = (id: "authMethod" | "pkce" | "requireAcr", choices: Record<string, string>) => (
		<ChoiceField id={id} label={labels[id]} choices={choices} value={settings[id]} mistake={mistake} />
	);
	return (
		<>
			{address("launchUrl")}
			{choice("requireAcr", words.levels)}
			{kind === "web" && choice("authMethod", words.authMethods)}
			{kind === "web" && choice("pkce", words.pkces)}
			{address("logoutUri")}
			<TextField
				id="offlineDays"
				label={labels.offlineDays}
				hint={hints.offlineDays}
				value={settings.offlineDays}
				mistake={mistake}
			/>
			<ScopeTicks legend={labels.scopes} offered={words.scopes} chosen={wordsIn(settings.scopes)} />
			<div>
				<AreaField
					id="postLogoutUris"
					label={words.optional(labels.postLogoutUris)}
					hint={hints.postLogoutUris}
					value={settings.postLogoutUris}
					mistake={mistake}
					rows={2}
				/>
			</div>
		</>
	);
}

export function Permissions({ settings: { trusted, insecure } }: { settings: Settings }) {
	return (
		<div class="ticks">
			<Tick name="trusted" text={labels.trusted} checked={trusted} />
			<Tick name="insecure" text={labels.insecure} checked={insecure} />
		</div>
	);
}
