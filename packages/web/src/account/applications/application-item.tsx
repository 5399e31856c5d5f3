import type { ApplicationList } from "@sallyport/client";
import { applicationTexts as words } from "#texts/applications.ts";
import { Fact, Time } from "../fact.tsx";

export type ListedApplication = ApplicationList["applications"][number];

export function ApplicationItem({ listed, onEnd }: { listed: ListedApplication; onEnd: () => void }) {
	const { name, launchUrl, isTrusted, offline } = listed;
	return (
		<li>
			<div class="title">
				<h3>{name}</h3>
				{isTrusted && <span class="tag">{words.trusted}</span>}
				{offline && <span class="tag">{words.offline}</span>}
			</div>
			<Facts listed={listed} />
			<div class="actions">
				{launchUrl !== null && (
					<a href={launchUrl} aria-label={words.openWhich(name)}>
						{words.open}
					</a>
				)}
				<button type="button" class="quiet" onClick={onEnd} aria-label={words.endWhich(name)}>
					{words.end}
				</button>
			</div>
		</li>
	);
}

function Facts({ listed: { grantedAt, lastUsedAt, scopes } }: { listed: ListedApplication }) {
	const known = Object.entries(words.scopes).filter(([scope]) => scopes.includes(scope));
	return (
		<dl>
			{grantedAt !== null && (
				<Fact name={words.since}>
					<Time iso={grantedAt} />
				</Fact>
			)}
			{lastUsedAt !== null && (
				<Fact name={words.used}>
					<Time iso={lastUsedAt} past />
				</Fact>
			)}
			<Fact name={words.knows}>{known.map(([, what]) => what).join(", ")}</Fact>
		</dl>
	);
}
