import "../problem-texts.ts";
import { useState } from "preact/hooks";
import { secondStepTexts } from "#texts/second-step.ts";
import type { Page } from "../page.ts";
import { knowsPasskeys } from "../passkey/supported.ts";
import { type Answer, answerDemand, type Purpose } from "./answer.ts";
import { CodeStep } from "./code-step.tsx";
import type { Demand } from "./demand.ts";
import { PasskeyStep } from "./passkey-step.tsx";
import { TrustDevice } from "./trust-device.tsx";

export { demandOf } from "./demand.ts";

/** The last resort comes last. */
const ways = ["passkey", "totp", "recovery_code"] as const;
export type Way = Exclude<(typeof ways)[number], "passkey">;

export interface SecondStepProps {
	page: Page;
	demand: Demand;
	purpose: Purpose;
	submit: string;
	class?: string;
	/** Everything is proven, and the credential is there; another page, or the end of a dialog, comes next. */
	onDone: () => void;
	/** To the first step; `why`, if it was not the user who wanted that. */
	back: (why?: string) => void;
}

/** What a demand takes. Few users ever add a factor at login, so that is loaded apart. */
export async function stepFor({ methods }: Demand): Promise<typeof SecondStep> {
	return methods.length > 0 ? SecondStep : (await import("./enrolment.tsx")).Enrolment;
}

/** Asks for one of the factors that the user has, and offers the others. */
export function SecondStep({ page, demand, purpose, onDone, back, ...look }: SecondStepProps) {
	const open = ways.filter((way) => demand.methods.includes(way) && (way !== "passkey" || knowsPasskeys()));
	const [way, setWay] = useState(open[0] ?? "totp");
	const [trustDevice, setTrust] = useState(false);
	const { challenge, passkey } = demand;

	async function send(answer: Answer): Promise<"leaving"> {
		await answerDemand(page, purpose, { challenge, trustDevice, ...answer });
		onDone();
		return "leaving";
	}

	const trust = demand.trustDevice !== undefined && (
		<TrustDevice seconds={demand.trustDevice} ticked={trustDevice} onTick={setTrust} />
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
