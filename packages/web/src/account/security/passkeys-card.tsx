import { passkeyTexts } from "#texts/passkey.ts";
import { securityTexts } from "#texts/security.ts";
import { knowsPasskeys } from "../../passkey/supported.ts";
import { AccountCard } from "../account-card.tsx";
import { useCard } from "../use-card.tsx";
import type { CardProps } from "./card-props.ts";
import { FactorItems } from "./factor-items.tsx";

const words = securityTexts.passkeys;

/** Shows nothing if this browser cannot use passkeys and the user has none. */
export function PasskeysCard({ page, list, load }: CardProps) {
	const { connection } = page;
	const card = useCard(page, load);
	const isOffered = list.passkeys !== null && knowsPasskeys();
	if (!isOffered && list.factors.every(({ kind }) => kind !== "passkey")) return null;

	async function add(): Promise<void> {
		const { addPasskey } = await import("./add-passkey.ts");
		if (await card.tried(() => addPasskey(connection))) await card.show(passkeyTexts.add.done);
	}

	async function tellBrowser(): Promise<void> {
		await (await import("./add-passkey.ts")).signalPresent(connection);
	}

	return (
		<AccountCard id="passkeys" title={words.heading} card={card}>
			<p>{words.what}</p>
			<FactorItems page={page} list={list} kind="passkey" card={card} onRemoved={tellBrowser} />
			{isOffered && (
				<button type="button" class="quiet" onClick={() => void add()}>
					{passkeyTexts.add.button}
				</button>
			)}
		</AccountCard>
	);
}
