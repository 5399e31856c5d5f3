import type { Summary, UserCount } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { consoleOverviewTexts } from "#texts/console-overview.ts";
import { locale } from "#texts/login.ts";
import { useDesk } from "../desk.ts";
import type { Loaded } from "../parts/use-loaded.ts";

const words = consoleOverviewTexts.numbers;
const numbers = new Intl.NumberFormat(locale);
const told = (count: number, isAll = true): string => `${numbers.format(count)}${isAll ? "" : "+"}`;

interface Props {
	summary: Loaded<Summary>;
	users: Loaded<UserCount>;
}

/** How many there are; a number that is not known yet keeps its place. */
export function Numbers({ summary: { data }, users }: Props) {
	const { to, mails } = useDesk();
	const sessions = (kind: "cookie" | "token", { [kind]: count, complete }: Summary["sessions"]) => (
		<a href={to(["sessions"], { kind })}>{told(count, complete)}</a>
	);
	return (
		<dl class="numbers">
			<One term={words.users}>
				{users.data && <a href={to(["users"])}>{told(users.data.count, !users.data.atLeast)}</a>}
			</One>
			<One term={words.browsers}>{data && sessions("cookie", data.sessions)}</One>
			<One term={words.programs}>{data && sessions("token", data.sessions)}</One>
			{mails && (
				<>
					<One term={words.waiting}>
						{data && <a href={to(["mails"], { state: "waiting" })}>{told(data.mails.waiting)}</a>}
					</One>
					<One term={words.failed} isBad={(data?.mails.failed ?? 0) > 0}>
						{data && <a href={to(["mails"], { state: "failed" })}>{told(data.mails.failed)}</a>}
					</One>
				</>
			)}
		</dl>
	);
}

interface Entry {
	term: string;
	isBad?: boolean;
	children: ComponentChildren;
}

function One({ term, isBad = false, children }: Entry) {
	return (
		<div>
			<dt>{term}</dt>
			<dd class={isBad ? "bad" : undefined}>{children ?? "\u00a0"}</dd>
		</div>
	);
}
