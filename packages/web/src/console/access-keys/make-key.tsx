import type {
	MadeAccessKey,
	MadeServiceAccessKey,
	NewServiceAccessKey,
	SallyportError,
} from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { consoleAccessKeyTexts } from "#texts/console-access-keys.ts";
import { Mistake } from "../../components/mistake.ts";
import { ChoiceField, TextField } from "../../components/text-field.tsx";
import { namesIn } from "../../names-in.ts";
import { useKeyOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { checkFields, mistakeIn } from "../parts/check-fields.ts";
import { type Picked, PickUsers, typedIn } from "../parts/pick-users.tsx";
import { MadeKey } from "./made-key.tsx";
import { ScopeFields, scopesFrom } from "./scope-fields.tsx";

const words = consoleAccessKeyTexts.make;
const days = Object.fromEntries(
	[30, 90, 180, 365].map((count) => [count, consoleAccessKeyTexts.days(count)]),
);

interface Props {
	/** Those of the service that a key can be limited to. */
	scopes: readonly string[];
	/** `true`: a key was made. */
	onClose: (isMade: boolean) => void;
}

export function MakeKey({ scopes, onClose }: Props) {
	const desk = useDesk();
	const { api, act, say, to } = desk;
	const [picked, setPicked] = useState<readonly Picked[]>([]);
	const [shown, setShown] = useState<MadeAccessKey | null>(null);
	const keyOf = useKeyOf();
	const [user] = picked;
	useAccountOfList((user) => setPicked((picked) => (picked.length > 0 ? picked : [user])));
	// The account is chosen: its key is named next.
	useEffect(() => {
		if (user !== undefined) document.getElementById("name")?.focus();
	}, [user?.id]);

	async function make(form: HTMLFormElement): Promise<MadeServiceAccessKey | undefined> {
		const typed = await typedIn(desk, form, "service");
		const user = typed === null ? picked[0] : typed;
		if (user === undefined) throw new Mistake(["pick"], words.pickOne);
		setPicked([user]);
		const body = keyFrom(form);
		const { id } = user;
		return act(() =>
			api("POST /users/{id}/access-keys", { id, body, idempotencyKey: keyOf({ id, ...body }) }),
		);
	}

	function close(made?: MadeServiceAccessKey): void {
		if (made === undefined) onClose(false);
		else if (made.key !== null) setShown({ ...made, key: made.key });
		else {
			say(words.lost(made.name));
			onClose(true);
		}
	}

	if (shown !== null && user !== undefined)
		return <MadeKey made={shown} username={user.username} onClose={() => onClose(true)} />;
	return (
		<ActDialog
			heading={words.heading}
			submit={words.submit}
			wide
			act={make}
			onProblem={refused}
			onClose={close}
		>
			{(mistake) => (
				<>
					<div class="field">
						<span class="label">{words.account}</span>
						<PickUsers
							label={words.search}
							words={words.picking}
							picked={picked}
							set={(users) => setPicked(users.slice(-1))}
							kind="service"
							one
						>
							{mistake?.place === "pick" && (
								<p class="mistake" role="alert">
									{mistake.message}
								</p>
							)}
						</PickUsers>
						<p class="hint">
							{words.accountHint}{" "}
							<a href={to(["users"], { add: "1", kind: "service" })}>{words.addAccount}</a>
						</p>
					</div>
					<TextField id="name" label={words.name} hint={words.nameHint} mistake={mistake} required />
					<ChoiceField id="days" label={words.days} choices={days} value="90" mistake={mistake} />
					<ScopeFields scopes={scopes} mistake={mistake} />
					<TextField id="addresses" label={words.addresses} hint={words.addressesHint} mistake={mistake} />
				</>
			)}
		</ActDialog>
	);
}

/** The account whose keys are looked at. */
function useAccountOfList(choose: (user: Picked) => void): void {
	const { api, place, read } = useDesk();
	useEffect(() => {
		const id = place.query.get("user");
		if (id === null) return;
		void read(() => api("GET /users/{id}", { id })).then(
			(user) => user.kind === "service" && choose(user),
			// The filter may name a user who is gone.
			() => {},
		);
	}, []);
}

function keyFrom(form: HTMLFormElement): NewServiceAccessKey {
	checkFields(form, {
		addresses: [
			(text) => namesIn(text).every((each) => /^[\da-f.:]+(\/\d+)?$/i.test(each)),
			words.wrong(words.addressesHint, "addresses"),
		],
	});
	const fields = new FormData(form);
	const scopes = scopesFrom(fields);
	const addresses = namesIn(String(fields.get("addresses")));
	return {
		name: String(fields.get("name")).trim(),
		days: Number(fields.get("days")),
		...(scopes.length > 0 && { scopes }),
		...(addresses.length > 0 && { addresses }),
	};
}

const refused = (problem: SallyportError, form: HTMLFormElement): Mistake | undefined =>
	mistakeIn(problem, form, words.wrong);
