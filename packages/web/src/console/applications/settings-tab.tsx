import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { requireGroups } from "../groups/find-group.ts";
import { ChangeForm } from "../parts/change-form.tsx";
import type { Application, OfClient } from "./of-client.ts";
import { changeOf, differing, refused, type Settings, settingsFrom, settingsOf } from "./settings.ts";
import { FirstFields, MoreFields, Permissions } from "./settings-fields.tsx";

export function SettingsTab({ client, reload }: OfClient) {
	const desk = useDesk();
	const { api, act, say } = desk;
	const { id, kind } = client;

	async function save(typed: Settings, over: Application): Promise<Application | undefined> {
		const body = changeOf(settingsOf(over), typed);
		await requireGroups(desk, "allowedGroups", body.allowedGroups ?? []);
		const done = await act(() => api("PATCH /clients/{id}", { id, version: over.version, body }));
		if (!done) return undefined;
		say(words.saved(done.ended));
		// Not waited for: until the fields begin anew, what is saved would count as changed.
		void reload();
		return done.client;
	}

	return (
		<ChangeForm
			of={client}
			fieldsOf={settingsOf}
			read={(form) => settingsFrom(form, kind)}
			differing={differing}
			labels={words.settings}
			save={save}
			look={() => api("GET /clients/{id}", { id })}
			onProblem={refused}
		>
			{(base, mistake) => (
				<>
					<FirstFields settings={settingsOf(base)} mistake={mistake} />
					<MoreFields settings={settingsOf(base)} kind={kind} mistake={mistake} />
					<Permissions settings={settingsOf(base)} />
				</>
			)}
		</ChangeForm>
	);
}
