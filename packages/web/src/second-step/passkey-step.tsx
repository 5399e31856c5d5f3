import type { PasskeyRequest, SallyportError } from "@sallyport/client";
import { Form } from "../components/form.tsx";
import type { Answer } from "./answer.ts";
import { secondStepTexts } from "./texts.ts";

interface Props {
	request: PasskeyRequest | undefined;
	class?: string | undefined;
	send: (answer: Answer) => Promise<"leaving" | "staying">;
	back: (why?: string) => void;
}

const words = secondStepTexts.passkey;

/** A passkey, by a press: browsers show their window only after one. */
export function PasskeyStep({ request, class: className = "card", send, back }: Props) {
	async function ask(): Promise<"leaving" | "staying"> {
		if (request === undefined) return "staying";
		const { useOne } = await import("../passkey/ask.ts");
		return send({ passkey: await useOne(request) });
	}

	function onProblem({ code }: SallyportError): undefined {
		if (code === "challenge_invalid") back(secondStepTexts.expired);
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
				{() => null}
			</Form>
		</>
	);
}
