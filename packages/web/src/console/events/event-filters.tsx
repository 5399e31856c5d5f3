import { useState } from "preact/hooks";
import { consoleEventListTexts } from "#texts/console-event-list.ts";
import { consoleEventTexts } from "#texts/console-events.ts";
import { locale } from "#texts/login.ts";
import { useDesk } from "../desk.ts";
import { Chip, Filters, TextChip, useFilter } from "../parts/filters.tsx";
import { UserChip } from "../parts/user-chip.tsx";
import { filterNames } from "./event-query.ts";

const words = consoleEventListTexts.filters;
const kinds = Object.fromEntries(
	Object.entries(consoleEventTexts.events).toSorted(([, one], [, other]) => one.localeCompare(other, locale)),
);

export function EventFilters({ isLive }: { isLive: boolean }) {
	const { place } = useDesk();
	return (
		<Filters names={filterNames}>
			<UserChip name="user" label={words.user} />
			<UserChip name="actor" label={words.actor} />
			<Chip name="event" label={words.event} choices={kinds} />
			<Chip name="level" label={words.level} choices={words.levels} />
			<TextChip name="address" label={words.address} />
			<TextChip name="request" label={words.request} />
			<TextChip name="client" label={words.client} />
			{place.query.has("session") && <TextChip name="session" label={words.session} />}
			{!isLive && (
				<>
					<Chip name="span" label={words.span} choices={words.spans} />
					<TimeChip key={`since ${place.query.get("since")}`} name="since" label={words.since} />
					<TimeChip key={`until ${place.query.get("until")}`} name="until" label={words.until} />
				</>
			)}
		</Filters>
	);
}

/** In the reader's time zone; in the address as the service takes it. */
function TimeChip({ name, label }: { name: string; label: string }) {
	const { place } = useDesk();
	const change = useFilter();
	// The browser gives no value for a date without a time: a filter that is seen and does nothing.
	const [isHalf, setHalf] = useState(false);
	const value = place.query.get(name) ?? "";
	return (
		<label class={value === "" ? "chip" : "chip on"}>
			<span>{label}</span>
			<input
				type="datetime-local"
				defaultValue={localOf(value)}
				aria-invalid={isHalf}
				onBlur={({ currentTarget }) => {
					setHalf(currentTarget.validity.badInput);
					if (currentTarget.value === localOf(value)) return;
					const time = new Date(currentTarget.value);
					change(name, Number.isNaN(time.getTime()) ? null : time.toISOString());
				}}
			/>
			{isHalf && (
				<span class="mistake" role="alert">
					{words.half}
				</span>
			)}
		</label>
	);
}

function localOf(iso: string): string {
	const time = Date.parse(iso);
	if (Number.isNaN(time)) return "";
	return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
