import type { User } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { namesIn } from "../../names-in.ts";
import { type Desk, useDesk } from "../desk.ts";
import { useFound } from "./use-found.ts";
import { usersLike } from "./users-like.ts";

export type Picked = Pick<User, "id" | "username" | "displayName" | "groups">;

interface Props {
	label: string;
	/** The names of the buttons that add and remove. */
	words: { pick: (name: string) => string; drop: (name: string) => string; picked: string };
	picked: readonly Picked[];
	set: (picked: readonly Picked[]) => void;
	/** Only service accounts. */
	kind?: User["kind"];
	/** A single one: while it is chosen, no other is looked for. */
	one?: boolean;
	/** Those that cannot be chosen, and why. */
	taken?: { is: (user: Picked) => boolean; why: string };
	/** What is wrong with the choice. */
	children?: ComponentChildren;
}

/** Looks users up by the beginnings of their names, and collects them. */
export function PickUsers({ label, words, picked, set, kind, one = false, taken, children }: Props) {
	const looks = !one || picked.length === 0;
	const [text, setText] = useState("");
	/** Others may be chosen or taken out while a name is looked up. */
	const latest = useRef(picked);
	latest.current = picked;
	const isPicked = ({ id }: Picked) => latest.current.some((each) => each.id === id);
	const add = (user: Picked) => set([...latest.current, user]);
	const desk = useDesk();
	const named = (text: string, signal?: AbortSignal) =>
		desk.read(() => usersLike(desk.api, text.trim(), { kind, signal }));
	const [found] = useFound(kind === undefined ? text.trim() || null : text.trim(), named);
	const offered = found?.filter((user) => !isPicked(user));
	const choose = (user: Picked) => {
		add(user);
		// More may have been typed since.
		setText((now) => (now === text ? "" : now));
	};
	/** What is offered may be of fewer letters. */
	async function chooseTyped(): Promise<void> {
		const users = await named(text).catch(() => []);
		const user = users.find((user) => !taken?.is(user) && !isPicked(user));
		if (user !== undefined) choose(user);
	}
	/** Those who are called so; the other names stay in the field. */
	async function choosePasted(names: readonly string[]): Promise<void> {
		// In the field at once: a form that is sent too early names them.
		setText((text) => [text, ...names].join(" ").trim());
		for (const name of names) {
			const users = await named(name).catch(() => []);
			const user = users.find(({ username }) => username === name.toLowerCase());
			if (user === undefined) continue;
			setText((text) => without(text, name));
			if (!taken?.is(user) && !isPicked(user)) add(user);
		}
	}
	return (
		<div class="pick" tabIndex={-1}>
			{picked.length > 0 && <PickedUsers words={words} picked={picked} set={set} />}
			{looks && (
				<input
					aria-label={label}
					id="pick"
					name="pick"
					type="search"
					placeholder={label}
					autocomplete="off"
					autocapitalize="none"
					maxLength={254}
					autofocus
					value={text}
					onInput={(event) => setText(event.currentTarget.value)}
					onPaste={(event) => {
						const names = namesIn(event.clipboardData?.getData("text") ?? "");
						if (names.length < 2) return;
						event.preventDefault();
						void choosePasted(names);
					}}
					onKeyDown={(event) => {
						if (event.key !== "Enter" || text === "") return;
						// It chooses, and does not send the form.
						event.preventDefault();
						void chooseTyped();
					}}
				/>
			)}
			{children}
			<ul class="found" hidden={!looks}>
				{offered?.map((user) => (
					<li key={user.id}>
						<button
							type="button"
							class="link"
							aria-label={taken?.is(user) ? undefined : words.pick(user.username)}
							aria-disabled={taken?.is(user)}
							onClick={() => taken?.is(user) || choose(user)}
						>
							<bdi>{user.username}</bdi>
							{user.displayName !== user.username && <bdi class="also">{user.displayName}</bdi>}
							{taken?.is(user) && <span class="also">{taken.why}</span>}
						</button>
					</li>
				))}
			</ul>
			<p class="hint" role="status">
				{text !== "" && found?.length === 0 && consoleTexts.find.nothing}
			</p>
		</div>
	);
}

const without = (text: string, name: string): string =>
	namesIn(text)
		.filter((each) => each !== name)
		.join(" ");

function PickedUsers({ words, picked, set }: Pick<Props, "words" | "picked" | "set">) {
	return (
		<ul class="picked" aria-label={words.picked}>
			{picked.map((user) => (
				<li key={user.id}>
					<bdi>{user.username}</bdi>
					<button
						type="button"
						class="link"
						aria-label={words.drop(user.username)}
						onClick={() => set(picked.filter(({ id }) => id !== user.id))}
					>
						×
					</button>
				</li>
			))}
		</ul>
	);
}

/**
 * Whom the field names without a choice: by the whole name, or as the only one whose name begins so. Null: nothing is typed;
 * undefined: it names none, or several.
 */
export async function typedIn(
	{ api, read }: Desk,
	form: HTMLFormElement,
	kind?: User["kind"],
): Promise<Picked | null | undefined> {
	const text = String(new FormData(form).get("pick") ?? "").trim();
	if (text === "") return null;
	if (namesIn(text).length > 1) return undefined;
	const users = await read(() => usersLike(api, text, { kind }));
	const whole = users.find(({ username }) => username === text.toLowerCase());
	return whole ?? (users.length === 1 ? users[0] : undefined);
}
