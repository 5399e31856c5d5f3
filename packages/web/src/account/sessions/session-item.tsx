import type { ListedSession } from "@sallyport/client";
import { sessionTexts as words } from "#texts/sessions.ts";
import { dateTime, timeFromNow } from "../../when.ts";
import { clientName } from "./client-name.ts";
import { endOf } from "./session.ts";

export function SessionItem({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
	const { kind, accessKeyId, current, remember, createdAt, lastSeenAt, clientAddress, userAgent } = session;
	const client = clientName(userAgent);
	const name = client === null ? words.unknown : words.on(client.program, client.system);
	return (
		<li>
			<div class="what">
				<h2>{name}</h2>
				{kind === "token" && (
					<span class="tag">{accessKeyId === undefined ? words.token : words.accessKey}</span>
				)}
				{remember && <span class="tag">{words.remember}</span>}
				{current && <span class="tag here">{words.current}</span>}
			</div>
			<dl>
				<Fact name={words.seen} iso={lastSeenAt} past />
				<Fact name={words.made} iso={createdAt} />
				<Fact name={words.ends} iso={endOf(session)} />
				<div>
					<dt>{words.from}</dt>
					<dd>{clientAddress ?? words.nowhere}</dd>
				</div>
			</dl>
			{current ? (
				<button type="button" class="quiet" onClick={onEnd}>
					{words.logOut}
				</button>
			) : (
				<button
					type="button"
					class="quiet"
					onClick={onEnd}
					aria-label={words.endWhich(name, dateTime(createdAt))}
				>
					{words.end}
				</button>
			)}
		</li>
	);
}

/** `past`: shown as how long ago; never in the future, even if another clock is ahead. */
function Fact({ name, iso, past = false }: { name: string; iso: string; past?: boolean }) {
	const now = Math.max(Date.now(), past ? Date.parse(iso) : 0);
	return (
		<div>
			<dt>{name}</dt>
			<dd>
				<time dateTime={iso}>{past ? timeFromNow(iso, now) : dateTime(iso)}</time>
			</dd>
		</div>
	);
}
