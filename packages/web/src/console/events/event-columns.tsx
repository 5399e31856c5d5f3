import type { AuditEvent } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { consoleEventTexts as words } from "#texts/console-events.ts";
import type { Column } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";

const names: Record<string, string> = words.events;
const actors: Record<string, string> = words.actors;
const reasons: Record<string, string> = words.reasons;

export const wordsOf = (event: string): string =>
	Object.hasOwn(names, event) ? (names[event] ?? event) : event;

/** In words, with the code by which a log is searched in the title; what is not known here is said as the service says it. */
export function Reason({ code }: { code: string }) {
	return Object.hasOwn(reasons, code) ? <span title={code}>{reasons[code]}</span> : <code>{code}</code>;
}

/** What happened, and why or what of it. */
export function EventInWords({ event }: { event: AuditEvent }) {
	const reason = reasonOf(event);
	return (
		<span class="named">
			<span>{wordsOf(event.event)}</span>
			{reason !== null && <span class="also">{reason}</span>}
			{event.level !== "info" && <span class={`tag ${event.level}`}>{words.levels[event.level]}</span>}
		</span>
	);
}

/** Members of the detail that say why or what, the first that is there. A group may be called like one of the words. */
export function reasonOf({ event, detail, clientName }: AuditEvent): ComponentChildren {
	const { disabled, role, formerRole } = detail;
	if (event === "user_updated" && typeof disabled === "boolean") return words.switched[`${disabled}`];
	if (typeof formerRole === "string")
		return (
			<>
				<Reason code={formerRole} /> → <Reason code={String(role)} />
			</>
		);
	// The id of an application may be a word, too.
	if (event.startsWith("oidc_") && typeof detail.client === "string" && detail.reason === undefined)
		return clientName === null ? <code>{detail.client}</code> : <bdi title={detail.client}>{clientName}</bdi>;
	for (const name of ["reason", "code", "members", "role", "method", "group", "scope", "kind"]) {
		const value = detail[name];
		if (Array.isArray(value) && value.length > 0)
			return value.map((code, at) => [at > 0 && ", ", <Reason key={code} code={String(code)} />]);
		if (typeof value !== "string" || value === "" || reasons[value] === names[event]) continue;
		return name === "group" ? <code>{value}</code> : <Reason code={value} />;
	}
	return null;
}

export function Actor({ event }: { event: AuditEvent }) {
	const { actorName, actorKind } = event;
	if (actorName !== null) return <bdi>{actorName}</bdi>;
	return <>{actorKind === null ? "–" : (actors[actorKind] ?? actorKind)}</>;
}

/** Those of every list of events; a list of one user needs no column that names the user. */
export const eventColumns: ReadonlyArray<Column<AuditEvent>> = [
	{ name: "time", heading: words.columns.time, cell: ({ time }) => <When iso={time} /> },
	{ name: "event", heading: words.columns.event, cell: (event) => <EventInWords event={event} /> },
	{ name: "actor", heading: words.columns.actor, cell: (event) => <Actor event={event} /> },
	{
		name: "address",
		heading: words.columns.address,
		cell: ({ clientAddress }) => <code>{clientAddress ?? "–"}</code>,
	},
];
