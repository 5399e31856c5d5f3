import type { Group, SallyportError } from "@sallyport/client";
import { consoleTexts } from "#texts/console.ts";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Mistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { useKeyOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { checkFields, mistakeIn } from "../parts/check-fields.ts";
import { isGroupName } from "./find-group.ts";

const words = consoleGroupTexts.make;

/** The page of the new group opens: its members come next. */
export function AddGroup({ onClose }: { onClose: () => void }) {
	const { api, act, say, to, go } = useDesk();
	const keyOf = useKeyOf();

	async function add(form: HTMLFormElement): Promise<Group | undefined> {
		checkFields(form, { name: [isGroupName, words.nameWrong] });
		const fields = new FormData(form);
		const body = {
			name: String(fields.get("name")).trim(),
			description: String(fields.get("description")).trim(),
		};
		return act(() => api("POST /groups", { body, idempotencyKey: keyOf(body) }));
	}

	return (
		<ActDialog
			heading={words.heading}
			submit={words.submit}
			act={add}
			onProblem={refused}
			onClose={(made) => {
				onClose();
				if (made === undefined) return;
				say(words.done(made.name));
				go(to(["groups", made.name]));
			}}
		>
			{(mistake) => (
				<>
					<TextField id="name" label={words.name} hint={words.nameHint} mistake={mistake} required />
					<TextField id="description" label={words.description} mistake={mistake} />
				</>
			)}
		</ActDialog>
	);
}

function refused(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
	if (problem.code === "group_exists") return new Mistake(["name"], consoleTexts.problems.group_exists);
	return mistakeIn(problem, form, (message, member) =>
		member === "name" ? words.nameWrong : consoleUserTexts.refused(message, member),
	);
}
