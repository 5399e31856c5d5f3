import { renewRecoveryCodes } from "@sallyport/client";
import { useState } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import { dateTime } from "../../when.ts";
import { AccountCard } from "../account-card.tsx";
import { useCard } from "../use-card.tsx";
import type { CardProps } from "./card-props.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

const FEW_CODES = 3;
const words = securityTexts.codes;

export function CodesCard({ page, list, load }: CardProps) {
	const card = useCard(page, load);
	const [codes, setCodes] = useState<string[] | null>(null);
	const { left = 0, createdAt = "" } = list.recoveryCodes ?? {};

	async function renew(): Promise<void> {
		if (left > 0 && !(await card.ask(words.confirm))) return;
		await card.tried(async () => setCodes((await renewRecoveryCodes(page.connection)).codes));
	}

	function close(): void {
		setCodes(null);
		void card.show(words.renewed);
	}

	return (
		<AccountCard id="recovery-codes" title={words.heading} card={card}>
			{codes !== null ? (
				<RecoveryCodes page={page} codes={codes} onDone={close} />
			) : (
				<>
					<p>{list.secondFactor.on ? words.what : words.later}</p>
					{list.secondFactor.on && (
						<>
							{left > FEW_CODES ? (
								<p>{words.left(left, dateTime(createdAt))}</p>
							) : (
								<p class="banner few">
									{list.recoveryCodes === null ? words.none : left === 0 ? words.noneLeft : words.few(left)}
								</p>
							)}
							<button type="button" class="quiet" onClick={() => void renew()}>
								{words.button}
							</button>
						</>
					)}
				</>
			)}
		</AccountCard>
	);
}
