import type { ListedSession } from "@sallyport/client";
import { sessionTexts as words } from "#texts/sessions.ts";
import { dateTime } from "../../when.ts";
import { Fact, Time } from "../fact.tsx";
import { clientName } from "./client-name.ts";
import { endOf } from "./session.ts";

export function SessionItem({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
	const { kind, accessKeyId, current, remember, createdAt, lastSeenAt, clientAddress, userAgent } = session;
	const client = clientName(userAgent);
	const name = client === null ? words.unknown : words.on(client.program, client.system);
	return (
		<li>
			<div class="title">
				<h2>{name}</h2>
				{kind === "token" && (
					<span class="tag">{accessKeyId === undefined ? words.token : words.accessKey}</span>
				)}
				{remember && <span class="tag">{words.remember}</span>}
				{current && <span class="tag here">{words.current}</span>}
			</div>
			<dl>
				<Fact name={words.seen}>
					<Time iso={lastSeenAt} past />
				</Fact>
				<Fact name={words.made}>
					<Time iso={createdAt} />
				</Fact>
				<Fact name={words.ends}>
					<Time iso={endOf(session)} />
				</Fact>
				<Fact name={words.from}>{clientAddress ?? words.nowhere}</Fact>
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
