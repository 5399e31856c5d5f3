import { useRef, useState } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import { Fact, Time } from "../fact.tsx";
import type { Factor } from "./card-props.ts";
import { RenameFactor } from "./rename-factor.tsx";

const words = securityTexts.factors;

interface Props {
	factor: Factor;
	onRename: (name: string) => Promise<void>;
	onRemove: () => void;
}

export function FactorItem({ factor, onRename, onRemove }: Props) {
	const [renames, setRenames] = useState(false);
	const item = useRef<HTMLLIElement>(null);

	/** The form is gone then, and the focus with it. */
	function close(): void {
		setRenames(false);
		item.current?.focus();
	}
	const { name, createdAt, lastUsedAt } = factor;
	return (
		<li ref={item} tabIndex={-1}>
			<h3>{name}</h3>
			<dl>
				<Fact name={words.added}>
					<Time iso={createdAt} />
				</Fact>
				<Fact name={words.used}>{lastUsedAt === null ? words.never : <Time iso={lastUsedAt} past />}</Fact>
			</dl>
			{renames ? (
				<RenameFactor factor={factor} save={onRename} onClose={close} />
			) : (
				<div class="actions">
					<button
						type="button"
						class="quiet"
						onClick={() => setRenames(true)}
						aria-label={words.renameWhich(name)}
					>
						{words.rename}
					</button>
					<button type="button" class="quiet" onClick={onRemove} aria-label={words.removeWhich(name)}>
						{words.remove}
					</button>
				</div>
			)}
		</li>
	);
}
