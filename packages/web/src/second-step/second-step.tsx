import "../problem-texts.ts";
import {
	answerSecondFactor,
	type PasskeyAssertion,
	type PasskeyRequest,
	reauthenticate,
	type SallyportError,
} from "@sallyport/client";
import { useState } from "preact/hooks";
import { secondStepTexts } from "#texts/second-step.ts";
import type { Page } from "../page.ts";
import { knowsPasskeys } from "../passkey/supported.ts";
import { CodeStep } from "./code-step.tsx";
import { PasskeyStep } from "./passkey-step.tsx";
import { TrustDevice } from "./trust-device.tsx";

/** The password was right, and the service requires more. */
export interface Requirement {
	challenge: string;
	/** The strongest first, the last resort last; empty: a factor has to be added first. */
	methods: readonly string[];
	/** For the browser, if passkeys are among the methods. */
	passkey: PasskeyRequest | undefined;
	/** For how many seconds the user may trust this device; undefined: the service offers no trust. */
	trustDevice: number | undefined;
}

export function requirementOf(error: SallyportError, challenge: string): Requirement {
	const { methods = [], passkey, trustDevice } = error;
	return { challenge, methods, passkey, trustDevice };
}

export type Answer = { code: string } | { passkey: PasskeyAssertion };

/** The last resort comes last. */
const ways = ["passkey", "totp", "recovery_code"] as const;
export type Way = Exclude<(typeof ways)[number], "passkey">;

export interface SecondStepProps {
	page: Page;
	requirement: Requirement;
	/** What the second step completes: a login, or a reauthentication within a session. */
	purpose: "login" | "reauthenticate";
	submit: string;
	class?: string;
	/** Everything is proven, and the credential is there; another page, or the end of a dialog, comes next. */
	onDone: () => void;
	/** To the first step; `why`, if it was not the user who wanted that. */
	back: (why?: string) => void;
}

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
