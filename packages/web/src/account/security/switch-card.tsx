import { renewRecoveryCodes, setSecondFactor } from "@sallyport/client";
import { useState } from "preact/hooks";
import { dueTexts } from "#texts/due.ts";
import { securityTexts } from "#texts/security.ts";
import { dateTime } from "../../when.ts";
import { AccountCard } from "../account-card.tsx";
import { useCard } from "../use-card.tsx";
import type { CardProps } from "./card-props.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

const words = securityTexts.twoStep;

/** Two-step login, on or off. Recovery codes are made and stored before it is on: later, a lost device may lock the user out. */
export function SwitchCard({ page, list, load }: CardProps) {
	const { connection } = page;
	const card = useCard(page, load);
	const [codes, setCodes] = useState<string[] | null>(null);
	const { on, demanded, dueAt } = list.secondFactor;
	const hasFactors = list.factors.length > 0;

	const makeCodes = () => card.tried(async () => setCodes((await renewRecoveryCodes(connection)).codes));

	async function turnOn(): Promise<void> {
		if (!(await card.tried(() => setSecondFactor(connection, true)))) return;
		setCodes(null);
		await card.show(words.turnedOn);
	}

	function cancel(): void {
		setCodes(null);
		card.heading.current?.focus();
	}

	async function turnOff(): Promise<void> {
		if (!(await card.ask(words.turnOff))) return;
		if (await card.tried(() => setSecondFactor(connection, false))) await card.show(words.turnOff.done);
	}

	if (codes !== null)
		return (
			<AccountCard id="two-step" title={words.heading} card={card}>
				<RecoveryCodes
					page={page}
					codes={codes}
					next={words.turnOn}
					onDone={() => void turnOn()}
					onCancel={cancel}
				/>
			</AccountCard>
		);
	return (
		<AccountCard id="two-step" title={words.heading} card={card}>
			<p class={on ? "state on" : "state"}>{on ? words.state.on : words.state.off}</p>
			<p>{on ? words.whenOn : hasFactors ? words.whenOff : words.missing}</p>
			{dueAt !== null && <p class="banner">{dueTexts.due(dateTime(dueAt))}</p>}
			{!on && hasFactors && (
				<button type="button" onClick={() => void makeCodes()}>
					{words.turnOn}
				</button>
			)}
			{on && demanded && <p class="hint">{words.required}</p>}
			{on && !demanded && (
				<button type="button" class="danger" onClick={() => void turnOff()}>
					{words.turnOff.button}
				</button>
			)}
		</AccountCard>
	);
}
