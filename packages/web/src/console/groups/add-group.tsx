import type { Group, SallyportError } from "@sallyport/client";
import { useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { Mistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";
import { newKey } from "../api.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { checkFields } from "../parts/check-fields.ts";

const words = consoleGroupTexts.make;

/** The page of the new group opens: its members come next. */
export function AddGroup({ onClose }: { onClose: () => void }) {
	const { api, act, say, to, go } = useDesk();
	const key = useRef(newKey());

	async function add(form: HTMLFormElement): Promise<Group | undefined> {
		checkFields(form, { name: [(text) => /^[a-z\d][\w.:-]*$/.test(text), words.nameWrong] });
		const fields = new FormData(form);
		const body = {
			name: String(fields.get("name")).trim(),
			description: String(fields.get("description")).trim(),
		};
		return act(() => api("POST /groups", { body, idempotencyKey: key.current }));
	}

	function onProblem({ code, errors }: SallyportError): Mistake | undefined {
		// What was refused is sent again with other members, under another key.
		key.current = newKey();
		if (code === "group_exists") return new Mistake(["name"], consoleTexts.problems.group_exists);
		const isOfName = code === "validation_failed" && errors[0]?.pointer === "/name";
		return isOfName ? new Mistake(["name"], words.nameWrong) : undefined;
	}

	return (
		<ActDialog
			heading={words.heading}
			submit={words.submit}
			act={add}
			onProblem={onProblem}
			onClose={(made) => {
				onClose();
				if (made === undefined) return;
				say(words.done(made.name));
				go(to(["groups", made.name]));
			}}
		>
			{(mistake) => (
				<>
					<TextField
						id="name"
						label={words.name}
						hint={words.nameHint}
						mistake={mistake}
						most={48}
						required
					/>
					<TextField id="description" label={words.description} mistake={mistake} most={256} />
				</>
			)}
		</ActDialog>
	);
}
