import { useEffect, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "../desk.ts";
import { useFilter } from "./filters.tsx";
import { useLoaded } from "./use-loaded.ts";

/** Milliseconds after the last key. */
const PAUSE = 200;

/** A filter by one user: typed and shown by name, kept in the address by id. */
export function UserChip({ name, label }: { name: string; label: string }) {
	const { api, place, read } = useDesk();
	const change = useFilter();
	const [text, setText] = useState("");
	const [names, setNames] = useState<readonly string[]>([]);
	const [isUnknown, setUnknown] = useState(false);
	const id = place.query.get(name) ?? "";
	// Where no user has that id, it may be of an access key, or of a user who is gone.
	const shown = useLoaded(async (signal) => {
		if (id === "") return "";
		return api("GET /users/{id}", { id, signal }).then(
			({ username }) => username,
			() => id.slice(0, 8),
		);
	}, id);

	useEffect(() => {
		if (text === "") return;
		const control = new AbortController();
		const { signal } = control;
		const timer = setTimeout(() => {
			void api("GET /users", { query: { q: text, limit: "8" }, signal }).then(
				({ users }) => signal.aborted || setNames(users.map(({ username }) => username)),
				() => {},
			);
		}, PAUSE);
		return () => {
			clearTimeout(timer);
			control.abort();
		};
	}, [text]);

	async function choose(typed: string): Promise<void> {
		setUnknown(false);
		if (typed === "") return change(name, null);
		try {
			const { users } = await read(() => api("GET /users", { query: { q: typed, limit: "2" } }));
			const found = users.find(({ username }) => username === typed.toLowerCase()) ?? users[0];
			if (found === undefined || (users.length > 1 && found.username !== typed.toLowerCase()))
				setUnknown(true);
			else change(name, found.id);
		} catch {
			setUnknown(true);
		}
	}

	return (
		<label class={id === "" ? "chip" : "chip on"}>
			<span>{label}</span>
			<input
				key={`${id} ${shown.data ?? ""}`}
				type="text"
				list={`chip-${name}`}
				defaultValue={shown.data ?? ""}
				placeholder={consoleTexts.list.any}
				aria-invalid={isUnknown || undefined}
				autocomplete="off"
				autocapitalize="none"
				spellcheck={false}
				maxLength={254}
				onInput={(event) => setText(event.currentTarget.value.trim())}
				onChange={(event) => void choose(event.currentTarget.value.trim())}
			/>
			<datalist id={`chip-${name}`}>
				{names.map((each) => (
					<option key={each} value={each} />
				))}
			</datalist>
			<span class="wrong" role="alert">
				{isUnknown && consoleTexts.find.nothing}
			</span>
		</label>
	);
}
