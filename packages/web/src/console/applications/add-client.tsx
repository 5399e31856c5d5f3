import type { MadeClient, SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import type { Mistake } from "../../components/mistake.ts";
import { ChoiceField } from "../../components/text-field.tsx";
import { useKeyOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { requireGroups } from "../groups/find-group.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { mistakeAt } from "../parts/check-fields.ts";
import { Failure } from "../parts/failure.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { newClientFrom } from "./new-client.ts";
import { NewFields } from "./new-fields.tsx";
import { refused } from "./settings.ts";
import { ShownClient } from "./shown-client.tsx";

const words = consoleApplicationTexts.add;

/** The page of the new application opens when all that is shown once is stored. */
export function AddClient({ onClose }: { onClose: () => void }) {
	const desk = useDesk();
	const { api, act, say, to, go } = desk;
	const [name, setName] = useState("");
	const [shown, setShown] = useState<MadeClient | null>(null);
	const keyOf = useKeyOf();
	const known = useLoaded((signal) => api("GET /client-templates", { signal }), "");
	const templates = known.data?.templates ?? [];
	const template = templates.find((each) => each.name === name);

	async function add(form: HTMLFormElement): Promise<MadeClient | undefined> {
		const body = newClientFrom(form, template);
		await requireGroups(desk, "allowedGroups", body.allowedGroups ?? []);
		return act(() => api("POST /clients", { body, idempotencyKey: keyOf(body) }));
	}

	function open({ client }: MadeClient): void {
		onClose();
		go(to(["integrations", "clients", client.id]));
	}

	function close(made?: MadeClient): void {
		if (made === undefined) onClose();
		else if (made.secret !== null || made.client.authMethod === "none") setShown(made);
		else {
			say(words.lost(made.client.name));
			open(made);
		}
	}

	if (shown !== null) return <ShownClient made={shown} onClose={() => open(shown)} />;
	return (
		<ActDialog
			heading={words.button}
			submit={words.submit}
			wide
			act={add}
			onProblem={refusedWhereItIs}
			onClose={close}
		>
			{(mistake) => (
				<>
					<Failure failure={known.failure} again={() => void known.load()} />
					<ChoiceField
						id="template"
						label={words.template}
						choices={{
							"": words.byHand,
							...Object.fromEntries(templates.map(({ name, title }) => [name, title])),
						}}
						onChange={setName}
					/>
					<NewFields template={template} mistake={mistake} />
				</>
			)}
		</ActDialog>
	);
}

function refusedWhereItIs(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
	const mistake = refused(problem, form);
	return mistake && mistakeAt(form, mistake.place ?? "", mistake.message);
}
