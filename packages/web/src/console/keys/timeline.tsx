import type { KeyList } from "@sallyport/client";
import { consoleKeyTexts as words } from "#texts/console-keys.ts";
import { When } from "../parts/when.tsx";
import type { Ring } from "./kind.ts";

type Key = KeyList["sealing"][number] & { algorithm?: string };

const order = ["next", "active", "retired"];

/** From the key that comes next to those that have been: one line from top to bottom. */
export function Timeline({ keys, ring }: { keys: readonly Key[]; ring: Ring }) {
	const sorted = keys.toSorted(
		(one, other) =>
			order.indexOf(one.state) - order.indexOf(other.state) ||
			Date.parse(other.createdAt) - Date.parse(one.createdAt),
	);
	return (
		<ol class="timeline">
			{sorted.map((key) => (
				<li key={key.kid} class={key.state}>
					<p>
						<strong>{words.states[key.state]}</strong> <code>{key.kid}</code>
						{key.algorithm !== undefined && <span class="tag">{key.algorithm}</span>}
					</p>
					<p class="muted">{words[ring].does[key.state]}</p>
					<p class="muted times">
						<Since word={words.made} iso={key.createdAt} />
						<Since word={words.active} iso={key.activatedAt} />
						<Since word={words.retired} iso={key.retiredAt} />
					</p>
				</li>
			))}
		</ol>
	);
}

function Since({ word, iso }: { word: string; iso: string | null }) {
	if (iso === null) return null;
	return (
		<span>
			{word} <When iso={iso} />
		</span>
	);
}
