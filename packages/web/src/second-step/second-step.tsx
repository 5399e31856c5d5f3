import "../problem-texts.ts";
import { answerSecondFactor, reauthenticate } from "@sallyport/client";
import { useState } from "preact/hooks";
import { secondStepTexts } from "#texts/second-step.ts";
import { knowsPasskeys } from "../passkey/supported.ts";
import { CodeStep } from "./code-step.tsx";
import { PasskeyStep } from "./passkey-step.tsx";
import { type Answer, type Requirement, type SecondStepProps, ways } from "./requirement.ts";
import { TrustDevice } from "./trust-device.tsx";

/** What meets a requirement. Few users ever add a factor at login, so that is loaded apart. */
export async function stepFor({ methods }: Requirement): Promise<typeof SecondStep> {
	return methods.length > 0 ? SecondStep : (await import("./enrolment.tsx")).Enrolment;
}

/** Asks for one of the factors that the user has, and offers the others. */
export function SecondStep({ page, requirement, purpose, onDone, back, ...look }: SecondStepProps) {
	const open = ways.filter(
		(way) => requirement.methods.includes(way) && (way !== "passkey" || knowsPasskeys()),
	);
	const [way, setWay] = useState(open[0] ?? "totp");
	const [trustDevice, setTrust] = useState(false);
	const { challenge, passkey } = requirement;

	/** Rejects with `second_factor_invalid`, `passkey_invalid`, `challenge_invalid`, `rate_limited`, … */
	async function send(answer: Answer): Promise<"leaving"> {
		const complete = purpose === "login" ? answerSecondFactor : reauthenticate;
		await complete(page.connection, { challenge, trustDevice, ...answer });
		onDone();
		return "leaving";
	}

	const trust = requirement.trustDevice !== undefined && (
		<TrustDevice seconds={requirement.trustDevice} ticked={trustDevice} onTick={setTrust} />
	);

	return (
		<>
			{way === "passkey" ? (
				<PasskeyStep request={passkey} send={send} back={back} class={look.class}>
					{trust}
				</PasskeyStep>
			) : (
				<CodeStep key={way} way={way} send={(code) => send({ code })} back={back} {...look}>
					{trust}
				</CodeStep>
			)}
			{open
				.filter((other) => other !== way)
				.map((other) => (
					<p key={other} class="below">
						<button type="button" class="link" onClick={() => setWay(other)}>
							{secondStepTexts[other].choose}
						</button>
					</p>
				))}
		</>
	);
}
