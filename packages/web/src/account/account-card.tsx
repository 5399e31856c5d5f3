import type { ComponentChildren } from "preact";
import type { Card } from "./use-card.tsx";

interface Props {
	id: string;
	title: string;
	card: Card;
	children: ComponentChildren;
}

/** Says what was done right below its heading, which gets the focus. */
export function AccountCard({ id, title, card, children }: Props) {
	return (
		<section class="card" aria-labelledby={id}>
			<h2 id={id} tabIndex={-1} ref={card.heading}>
				{title}
			</h2>
			<div class="alert" role="alert">
				{card.failure}
			</div>
			<p class="success" role="status">
				{card.done}
			</p>
			{children}
			{card.dialogs}
		</section>
	);
}
