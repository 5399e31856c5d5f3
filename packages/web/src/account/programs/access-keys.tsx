import type { AccessKeyList, MadeAccessKey, NewAccessKey } from "@sallyport/client";
import { useState } from "preact/hooks";
import { accessKeyTexts as words } from "#texts/access-keys.ts";
import type { Page } from "../../page.ts";
import { AccountCard } from "../account-card.tsx";
import { Loading, useListed } from "../listed.tsx";
import { useCard } from "../use-card.tsx";
import { KeyList } from "./key-list.tsx";
import { isLiving, type ListedKey } from "./key-standing.ts";
import { MadeKey } from "./made-key.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** As many as a user can have. */
const MOST_KEYS = 50;

/** The keys of the user: a program logs in with one in the place of the password. */
export function AccessKeys({ page, isAdmin }: { page: Page; isAdmin: boolean }) {
	const { send } = page.connection;
	const listed = useListed(() => send("GET /api/auth/access-keys"));
	const { list } = listed;
	const card = useCard(page, listed.load);
	const [adds, setAdds] = useState(false);
	const [made, setMade] = useState<MadeAccessKey | null>(null);

	/** Null: the user gave up the confirmation. */
	async function make(body: NewAccessKey): Promise<MadeAccessKey | null> {
		let answer: MadeAccessKey | null = null;
		await card.confirmed(async () => {
			answer = await send("POST /api/auth/access-keys", { body });
		});
		return answer;
	}

	/** What came of the last action is old news then. */
	const add = () => card.tried(async () => setAdds(true));

	function closeDialog(key: MadeAccessKey | null): void {
		setAdds(false);
		if (key !== null) setMade(key);
	}

	async function rotate({ id, name, replacedBy }: ListedKey): Promise<void> {
		const { heading, first, again, submit } = words.rotate;
		const text = replacedBy === null ? first : again;
		if (!(await card.ask({ heading: heading(name), text, submit, isHarmless: true }))) return;
		await card.tried(async () =>
			setMade(await send("POST /api/auth/access-keys/{id}/rotate", { id, body: {} })),
		);
	}

	async function end({ id, name }: ListedKey): Promise<void> {
		const { heading, text, submit, done } = words.end;
		if (!(await card.ask({ heading: heading(name), text, submit }))) return;
		if (await card.tried(() => send("DELETE /api/auth/access-keys/{id}", { id }))) await card.show(done);
	}

	function stored(): void {
		setMade(null);
		void card.show(words.made.done);
	}

	return (
		<AccountCard id="access-keys" title={words.heading} card={card}>
			<Loading of={listed} words={words} />
			{made !== null ? (
				<MadeKey page={page} made={made} onStored={stored} />
			) : (
				list !== undefined && (
					<>
						<KeyList page={page} list={list} onRotate={rotate} onEnd={end} />
						<Offer list={list} onAdd={() => void add()} />
					</>
				)
			)}
			{adds && (
				<NewKeyDialog scopes={list?.scopes ?? []} isAdmin={isAdmin} make={make} onClose={closeDialog} />
			)}
		</AccountCard>
	);
}

/** Another key, or why there can be none. */
function Offer({ list, onAdd }: { list: AccessKeyList; onAdd: () => void }) {
	const { accessKeys, allowed } = list;
	if (!allowed) return <p>{words.forbidden}</p>;
	if (accessKeys.filter(isLiving).length >= MOST_KEYS) return <p>{words.limit}</p>;
	return (
		<>
			{accessKeys.length === 0 && <p>{words.empty}</p>}
			<button type="button" class="quiet" onClick={onAdd}>
				{words.make.button}
			</button>
		</>
	);
}
