import { accessKeyTexts } from "#texts/access-keys.ts";
import { Copyable } from "../../components/copyable.tsx";
import { curlLogin } from "../../curl-command.ts";
import type { Page } from "../../page.ts";
import { dateTime, timeAgo } from "../../when.ts";
import { Fact } from "../fact.tsx";
import { isLiving, type ListedKey, type Standing, untilEnd } from "./key-standing.ts";

const { key: words, states, rotate, end } = accessKeyTexts;

interface Props {
	page: Page;
	listed: ListedKey;
	standing: Standing;
	/** Milliseconds since the epoch. */
	now: number;
	/** Null: the service gives this user no other key. */
	onRotate: (() => void) | null;
	onEnd: () => void;
}

/** What a living key says besides its facts. */
const notes: Partial<Record<Standing, string>> = {
	expiring: words.soon,
	waiting: words.waiting,
	succeeded: words.succeeded,
};

/** One that was replaced, or logs in no more, is listed for the record. */
const tags: Partial<Record<Standing, string>> = {
	...states,
	waiting: states.rotated,
	succeeded: states.rotated,
};

export function KeyItem({ page, listed, standing, now, onRotate, onEnd }: Props) {
	const { name, hint, role } = listed;
	const tag = tags[standing];
	// All of them speak of a rotation.
	const note = onRotate === null ? undefined : notes[standing];
	return (
		<li class={tag === undefined ? undefined : "past"}>
			<div class="title">
				<h3>{name}</h3>
				<code>{`sallyport_${hint}…`}</code>
				{role === "admin" && <span class="tag">{words.admin}</span>}
				{tag !== undefined && <span class="tag">{tag}</span>}
			</div>
			<Facts listed={listed} now={now} />
			{note !== undefined && <p class={standing === "expiring" ? "banner soon" : "banner"}>{note}</p>}
			{isLiving(listed) && (
				<>
					<Command page={page} listed={listed} />
					<div class="actions">
						{onRotate !== null && standing !== "succeeded" && (
							<button type="button" class="quiet" onClick={onRotate} aria-label={rotate.which(name, hint)}>
								{rotate.button}
							</button>
						)}
						<button type="button" class="quiet" onClick={onEnd} aria-label={end.which(name, hint)}>
							{end.button}
						</button>
					</div>
				</>
			)}
		</li>
	);
}

function Facts({ listed, now }: { listed: ListedKey; now: number }) {
	const { expiresAt, endedAt, lastUsedAt, lastUsedAddress, scopes, addresses } = listed;
	const endsAt = endedAt ?? expiresAt;
	return (
		<dl>
			<Fact name={isLiving(listed) ? words.ends : words.ended}>
				<time dateTime={endsAt} title={dateTime(endsAt)}>
					{isLiving(listed) ? untilEnd(endsAt, now) : dateTime(endsAt)}
				</time>
			</Fact>
			<Fact name={words.used}>
				{lastUsedAt === null ? (
					words.never
				) : (
					<time dateTime={lastUsedAt}>{words.usedFrom(timeAgo(lastUsedAt, now), lastUsedAddress)}</time>
				)}
			</Fact>
			{scopes.length > 0 && <Fact name={words.scopes}>{scopes.join(" ")}</Fact>}
			{addresses.length > 0 && <Fact name={words.addresses}>{addresses.join(" ")}</Fact>}
		</dl>
	);
}

/** With the CSRF token of the key, which is no secret; the reader fills in the key. */
function Command({ page, listed: { name, csrf } }: { page: Page; listed: ListedKey }) {
	const { baseUrl, username } = page;
	const login = { baseUrl, username, csrf, password: "YOUR_ACCESS_KEY" };
	return (
		<details>
			<summary>{words.command}</summary>
			<Copyable text={curlLogin(login)} what={words.copyCommand(name)} />
		</details>
	);
}
