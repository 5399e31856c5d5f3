import type { AccessKeyList } from "@sallyport/client";
import { useState } from "preact/hooks";
import { accessKeyTexts as words } from "#texts/access-keys.ts";
import type { Page } from "../../page.ts";
import { KeyItem } from "./key-item.tsx";
import { inOrder, type ListedKey, standingOf } from "./key-standing.ts";

const shownAtFirst = 20;

interface Props {
	page: Page;
	list: AccessKeyList;
	onRotate: (key: ListedKey) => Promise<void>;
	onEnd: (key: ListedKey) => Promise<void>;
}

/** Keys that have ended stay for more than a year, so not all of them are shown at first. */
export function KeyList({ page, list, onRotate, onEnd }: Props) {
	const [all, setAll] = useState(false);
	const keys = inOrder(list.accessKeys);
	const shown = all ? keys : keys.slice(0, shownAtFirst);
	const now = Date.now();
	return (
		<>
			<ul class="items keys">
				{shown.map((each) => (
					<KeyItem
						key={each.id}
						page={page}
						listed={each}
						standing={standingOf(each, keys, now)}
						now={now}
						onRotate={list.allowed ? () => void onRotate(each) : null}
						onEnd={() => void onEnd(each)}
					/>
				))}
			</ul>
			{shown.length < keys.length && (
				<button type="button" class="quiet" onClick={() => setAll(true)}>
					{words.more(keys.length)}
				</button>
			)}
		</>
	);
}
