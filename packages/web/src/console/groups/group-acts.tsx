import { useState } from "preact/hooks";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { TextField } from "../../components/text-field.tsx";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { mistakeIn } from "../parts/check-fields.ts";
import type { ListedGroup } from "./find-group.ts";

const { describe, remove } = consoleGroupTexts;

/** Changes of the group itself. */
export function GroupActs({ group, reload }: { group: ListedGroup; reload: () => Promise<void> }) {
	const { api, act, say, to, go } = useDesk();
	const [asks, setAsks] = useState<"describe" | "remove" | null>(null);
	const { name } = group;

	function change(form: HTMLFormElement) {
		const description = String(new FormData(form).get("description")).trim();
		return act(() => api("PATCH /groups/{name}", { name, body: { description } }));
	}

	return (
		<div class="acts">
			<button type="button" class="quiet" onClick={() => setAsks("describe")}>
				{describe.button}
			</button>
			<button type="button" class="danger" onClick={() => setAsks("remove")}>
				{remove.button}
			</button>
			{asks === "describe" && (
				<ActDialog
					heading={describe.heading(name)}
					submit={describe.submit}
					act={change}
					onProblem={(problem, form) => mistakeIn(problem, form, consoleUserTexts.refused)}
					done={async () => {
						say(describe.done);
						await reload();
					}}
					onClose={() => setAsks(null)}
				>
					{(mistake) => (
						<TextField id="description" label={describe.label} value={group.description} mistake={mistake} />
					)}
				</ActDialog>
			)}
			{asks === "remove" && (
				<ActDialog
					heading={remove.heading(name)}
					submit={remove.submit(name)}
					destroys
					typed={name}
					act={() => act(() => api("POST /groups/{name}/delete", { name, body: { confirm: name } }))}
					done={({ ended }) => say(remove.done(name, ended))}
					onClose={(answer) => {
						setAsks(null);
						if (answer !== undefined) go(to(["groups"]), { replace: true });
					}}
				>
					{() => <p>{remove.what(group.members)}</p>}
				</ActDialog>
			)}
		</div>
	);
}
