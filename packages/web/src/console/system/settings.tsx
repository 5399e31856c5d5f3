import type { SettingList } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleSystemTexts } from "#texts/console-system.ts";
import { useDesk } from "../desk.ts";
import { type Column, Table } from "../parts/table.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Part } from "./part.tsx";

type Setting = SettingList["settings"][number];

const words = consoleSystemTexts.settings;
const sources: Record<string, string> = words.sources;

const columns: Array<Column<Setting>> = [
	{ name: "setting", heading: words.columns.name, cell: ({ env }) => <code>{env}</code> },
	{
		name: "value",
		heading: words.columns.value,
		cell: ({ value }) =>
			value === null ? (
				<span class="muted">{words.unset}</span>
			) : value === "***" ? (
				words.secret
			) : (
				<code>{value}</code>
			),
	},
	{
		name: "source",
		heading: words.columns.source,
		cell: ({ source }) => sources[source] ?? <code>{source}</code>,
	},
];

/** Shown, never changed: they are read when an instance starts. */
export function Settings() {
	const { api } = useDesk();
	const [text, setText] = useState("");
	const [isOwn, setOwn] = useState(false);
	const loaded = useLoaded((signal) => api("GET /settings", { signal }), "");
	const isShown = ({ env, source }: Setting) =>
		env.includes(text.toUpperCase().replaceAll(" ", "_")) && (!isOwn || source !== "default");
	return (
		<Part name="settings" heading={words.heading} intro={words.intro} loaded={loaded}>
			{({ settings }) => {
				const rows = settings.filter(isShown);
				return (
					<>
						<div class="filters">
							<search>
								<input
									type="search"
									class="search"
									aria-label={words.search}
									placeholder={words.search}
									autocomplete="off"
									onInput={(event) => setText(event.currentTarget.value.trim())}
								/>
							</search>
							<button type="button" class="quiet" aria-pressed={isOwn} onClick={() => setOwn(!isOwn)}>
								{words.own}
							</button>
							<p class="hint" role="status">
								{words.count(rows.length, settings.length)}
							</p>
						</div>
						{rows.length > 0 && (
							<Table
								caption={words.heading}
								columns={columns}
								rows={rows}
								idOf={({ env }) => env}
								busy={loaded.isSlow}
							/>
						)}
					</>
				);
			}}
		</Part>
	);
}
