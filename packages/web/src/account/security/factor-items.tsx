import { type FactorList, removeFactor, renameFactor } from "@sallyport/client";
import { securityTexts } from "#texts/security.ts";
import type { Page } from "../../page.ts";
import type { Card } from "../use-card.tsx";
import type { Factor } from "./card-props.ts";
import { FactorItem } from "./factor-item.tsx";

interface Props {
	page: Page;
	list: FactorList;
	kind: Factor["kind"];
	card: Card;
	/** After a removal. */
	onRemoved?: () => Promise<void>;
}

/** The factors of one kind, to rename and to remove. */
export function FactorItems({ page: { connection }, list, kind, card, onRemoved }: Props) {
	const words = securityTexts.remove;

	async function remove({ id, name }: Factor): Promise<void> {
		const isLast = list.secondFactor.on && list.factors.length === 1;
		const text = isLast ? words.last : words[kind];
		if (!(await card.ask({ heading: words.heading(name), text, submit: words.submit }))) return;
		if (!(await card.tried(() => removeFactor(connection, id)))) return;
		await card.show(isLast ? words.doneLast : words.done);
		await onRemoved?.();
	}

	async function rename(id: string, name: string): Promise<void> {
		await renameFactor(connection, { id, name });
		await card.show(securityTexts.factors.renamed);
	}

	return (
		<ul class="items factors">
			{list.factors
				.filter((factor) => factor.kind === kind)
				.map((factor) => (
					<FactorItem
						key={factor.id}
						factor={factor}
						onRename={(name) => rename(factor.id, name)}
						onRemove={() => void remove(factor)}
					/>
				))}
		</ul>
	);
}
