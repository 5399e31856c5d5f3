import type { SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { secondStepTexts } from "#texts/second-step.ts";
import { CodeField } from "../components/code-field.tsx";
import { Form } from "../components/form.tsx";
import { Mistake } from "../components/mistake.ts";
import type { Way } from "./requirement.ts";

interface Props {
	way: Way;
	submit: string;
	class?: string;
	send: (code: string) => Promise<"leaving" | "staying">;
	back: (why?: string) => void;
	/** Below the field. */
	children: ComponentChildren;
}

const id = "second-factor-code";
const hintId = "second-factor-hint";

/** A code of the app, or a recovery code. */
export function CodeStep({ way, send, back, children, ...look }: Props) {
	const words = secondStepTexts[way];

	function onProblem(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
		if (problem.code === "validation_failed") return new Mistake([id], secondStepTexts.malformed);
		if (problem.code === "challenge_invalid") back(secondStepTexts.expired);
		if (problem.code !== "second_factor_invalid") return undefined;
		const field = form.querySelector<HTMLInputElement>(`#${id}`);
		// Not the whole form: what is ticked stays ticked.
		if (field !== null) field.value = "";
		return new Mistake([id], words.wrong);
	}

	return (
		<>
			<p id={hintId}>{words.intro}</p>
			<Form
				{...look}
				// After the wait, another code is right.
				repeats={false}
				send={(fields) => send(fields(id))}
				onProblem={onProblem}
				aside={
					<button type="button" class="quiet" onClick={() => back()}>
						{secondStepTexts.back}
					</button>
				}
			>
				{(mistake) => (
					<>
						<CodeField
							id={id}
							label={words.label}
							numeric={way === "totp"}
							mistake={mistake}
							hintId={hintId}
							focused
						/>
						{children}
					</>
				)}
			</Form>
		</>
	);
}
