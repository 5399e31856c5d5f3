import { askForPasskey, type PasskeyRequest, type SallyportError } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { passkeyTexts } from "#texts/passkey.ts";
import { secondStepTexts } from "#texts/second-step.ts";
import { Form } from "../components/form.tsx";
import type { Answer } from "./requirement.ts";

interface Props {
	request: PasskeyRequest | undefined;
	class?: string | undefined;
	send: (answer: Answer) => Promise<"leaving" | "staying">;
	back: (why?: string) => void;
	/** Above the button. */
	children: ComponentChildren;
}

const words = secondStepTexts.passkey;

/** A passkey, by a press: browsers show their window only after one. */
export function PasskeyStep({ request, class: className = "card", send, back, children }: Props) {
	async function ask(): Promise<"leaving" | "staying"> {
		if (request === undefined) return "staying";
		return send({ passkey: await askForPasskey(request) });
	}

	function onProblem({ code }: SallyportError): string | undefined {
		if (code === "challenge_invalid") back(secondStepTexts.expired);
		return code === "aborted" ? passkeyTexts.cancelled : undefined;
	}

	return (
		<>
			<p>{words.intro}</p>
			<Form
				class={className}
				send={ask}
				onProblem={onProblem}
				repeats={false}
				submit={words.submit}
				aside={
					<button type="button" class="quiet" onClick={() => back()}>
						{secondStepTexts.back}
					</button>
				}
			>
				{() => children}
			</Form>
		</>
	);
}
