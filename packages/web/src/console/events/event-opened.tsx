import type { AuditEvent } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleEventListTexts } from "#texts/console-event-list.ts";
import { consoleEventTexts } from "#texts/console-events.ts";
import { locale } from "#texts/login.ts";
import { useDesk } from "../desk.ts";
import { Line } from "../parts/line.tsx";
import { Actor, reasonOf, wordsOf } from "./event-columns.tsx";

const words = consoleEventListTexts.opened;
const precise = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long" });

/** All that is known of an event, and the way to what belongs together. */
export function EventOpened({ event }: { event: AuditEvent }) {
	const { place, to, go } = useDesk();
	const heading = useRef<HTMLHeadingElement>(null);
	useLayoutEffect(() => {
		heading.current?.focus();
		// A link to what is alike leads to the top of another list.
		return () => {
			if (document.activeElement?.closest("aside")) document.querySelector("h1")?.focus();
		};
	}, []);
	const { open: _, ...others } = Object.fromEntries(place.query);
	const reason = reasonOf(event);
	const alike = (filter: Record<string, string>) => to(["events"], filter);

	function close(): void {
		go(to(place.path, others), { replace: true });
		document.getElementById(`event-${event.id}`)?.focus();
	}

	return (
		<aside
			class="opened"
			aria-labelledby="opened"
			onKeyDown={({ key }) => {
				if (key === "Escape") close();
			}}
		>
			<div class="top">
				<h2 id="opened" tabindex={-1} ref={heading}>
					{wordsOf(event.event)}
					{reason !== null && <>: {reason}</>}
				</h2>
				<button type="button" class="quiet" onClick={close}>
					{consoleTexts.close}
				</button>
			</div>
			<dl class="access">
				<Line term={words.time} value={precise.format(new Date(event.time))} />
				<Line term={words.level} value={consoleEventTexts.levels[event.level]} />
				<Line term={words.code} value={<code>{event.event}</code>} />
				<Given term={words.actor} value={event.actorName ?? event.actorKind} shown={<Actor event={event} />}>
					{event.actorId !== null && <a href={alike({ actor: event.actorId })}>{words.sameActor}</a>}
				</Given>
				<Given term={words.user} value={event.userId} shown={<ShownUser event={event} />}>
					{event.userId !== null && <a href={alike({ user: event.userId })}>{words.sameUser}</a>}
				</Given>
				<Given
					term={consoleEventListTexts.filters.client}
					value={event.clientName}
					shown={<bdi>{event.clientName}</bdi>}
				/>
				<Given term={words.session} value={event.sessionId}>
					{event.sessionId !== null && <a href={alike({ session: event.sessionId })}>{words.sameSession}</a>}
				</Given>
				<Given term={words.request} value={event.requestId}>
					{event.requestId !== null && <a href={alike({ request: event.requestId })}>{words.sameRequest}</a>}
				</Given>
				<Given term={words.address} value={event.clientAddress}>
					{event.clientAddress !== null && (
						<a href={alike({ address: event.clientAddress })}>{words.sameAddress}</a>
					)}
				</Given>
				<Given term={words.client} value={event.userAgent} />
				<Line term={words.id} value={<code>{event.id}</code>} />
			</dl>
			{Object.keys(event.detail).length > 0 && (
				<>
					<h3>{words.detail}</h3>
					<pre class="detail">{JSON.stringify(event.detail, null, 2)}</pre>
				</>
			)}
		</aside>
	);
}

interface GivenProps {
	term: string;
	/** Null: the line is left out. */
	value: string | null;
	shown?: ComponentChildren;
	children?: ComponentChildren;
}

function Given({ term, value, shown, children }: GivenProps) {
	if (value === null) return null;
	return (
		<Line term={term} value={shown ?? <code>{value}</code>}>
			{children}
		</Line>
	);
}

function ShownUser({ event: { userId, username } }: { event: AuditEvent }) {
	const { to } = useDesk();
	if (userId === null) return null;
	if (username === null) return <code>{userId}</code>;
	return (
		<a href={to(["users", userId])}>
			<bdi>{username}</bdi>
		</a>
	);
}
