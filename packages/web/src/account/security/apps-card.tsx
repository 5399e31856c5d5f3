import { activateTotp, offerTotp } from "@sallyport/client";
import { useState } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import { AccountCard } from "../account-card.tsx";
import { useCard } from "../use-card.tsx";
import { AddApp, type OfferedApp } from "./add-app.tsx";
import type { CardProps } from "./card-props.ts";
import { FactorItems } from "./factor-items.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** As many as the service takes: an old phone and a new one. */
const MOST_APPS = 2;
const words = securityTexts.add;

export function AppsCard({ page, list, load }: CardProps) {
	const { connection } = page;
	const card = useCard(page, load);
	const [offered, setOffered] = useState<OfferedApp | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	const present = list.factors.filter(({ kind }) => kind === "totp").length;

	async function offer(): Promise<void> {
		const [offer, { QrCode }] = await Promise.all([offerTotp(connection), import("./qr-code.tsx")]);
		setOffered({ ...offer, QrCode });
	}

	function activate(body: { offer: string; code: string; name: string }): Promise<boolean> {
		return card.confirmed(async () => {
			const { recoveryCodes } = await activateTotp(connection, body);
			setOffered(null);
			setCodes(recoveryCodes);
			void card.show(words.done);
		});
	}

	function close(): void {
		setOffered(null);
		setCodes(null);
		card.heading.current?.focus();
	}

	return (
		<AccountCard id="apps" title={securityTexts.apps.heading} card={card}>
			{codes !== null ? (
				<RecoveryCodes page={page} codes={codes} onDone={close} />
			) : offered !== null ? (
				<AddApp
					offered={offered}
					number={present + 1}
					activate={activate}
					restart={async () => void (await card.tried(offer))}
					onCancel={close}
				/>
			) : (
				<>
					<p>{securityTexts.apps.what}</p>
					<FactorItems page={page} list={list} kind="totp" card={card} />
					{present < MOST_APPS && (
						<button type="button" class="quiet" onClick={() => void card.tried(offer)}>
							{present === 0 ? words.button : words.another}
						</button>
					)}
				</>
			)}
		</AccountCard>
	);
}
