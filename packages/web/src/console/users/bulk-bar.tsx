import type { BulkResult, User } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleUserTexts } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { Bulk } from "../parts/bulk.tsx";
import { Fold } from "../parts/fold.tsx";
import { useTried } from "../parts/use-tried.tsx";
import { type Action, concerned, inverse, type Outcome, outcomeOf } from "./bulk-act.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { Refused } from "./refused.tsx";

const words = consoleUserTexts.bulk;

interface Props {
	/** Those that are ticked. */
	users: readonly User[];
	/** How many fit the filters; null: too many for one act. */
	all: number | null;
	selectAll: () => Promise<void>;
	clear: () => void;
	reload: () => Promise<void>;
}

/** Asked before, because it cannot be undone or needs to be told more. */
const asked: readonly Action[] = ["end_sessions", "invite", "add_group", "remove_group", "delete"];

/** What can be done with the ticked users, one answer for all of them. */
export function BulkBar({ users, all, selectAll, clear, reload }: Props) {
	const { api, act, say } = useDesk();
	/** About those that were ticked then: once it is done, none is. */
	const [asks, setAsks] = useState<{ action: Action; users: readonly User[] } | null>(null);
	const [refused, setRefused] = useState<Outcome["refused"]>([]);

	async function send(action: Action, ids: readonly string[], group?: string) {
		const body = {
			action,
			ids: [...ids],
			...(group !== undefined && { group }),
			...(action === "delete" && { confirm: ids.length }),
		};
		return act(() => api("POST /users/actions", { body }));
	}

	/** Undefined: the user gave it up. */
	async function run(action: Action, group?: string): Promise<BulkResult | null | undefined> {
		const whom = concerned(users, action, group);
		if (whom.length === 0) {
			clear();
			return null;
		}
		const answer = await send(
			action,
			whom.map(({ id }) => id),
			group,
		);
		if (answer === undefined) return undefined;
		const outcome = outcomeOf(whom, answer.results);
		const back = inverse[action];
		const undo = back && (() => send(back, outcome.done, group));
		if (outcome.done.length > 0) say(words.done[action](words.users(outcome.done.length)), undo);
		setRefused(outcome.refused);
		await reload();
		return answer;
	}

	const start = async (action: Action) => (asked.includes(action) ? setAsks({ action, users }) : run(action));

	return (
		<>
			{users.length > 0 && <Acts {...{ users, all, selectAll, clear }} start={start} />}
			{asks !== null && <BulkDialog {...asks} run={run} onClose={() => setAsks(null)} />}
			{refused.length > 0 && <Refused refused={refused} onClose={() => setRefused([])} />}
		</>
	);
}

interface ActsProps extends Omit<Props, "reload"> {
	start: (action: Action) => Promise<unknown>;
}

function Acts({ users, all, selectAll, clear, start }: ActsProps) {
	const { mails } = useDesk();
	const { tried, busy, failure } = useTried(users.map(({ id }) => id).join(" "));
	const actions = buttons.filter(([action]) => action !== "invite" || mails);
	return (
		<Bulk label={words.label} count={users.length} clear={clear} failure={failure}>
			{all !== null && all > users.length && (
				<button type="button" class="link" aria-busy={busy} onClick={() => void tried(selectAll)}>
					{words.selectAll(all)}
				</button>
			)}
			<Fold name={words.label}>
				{actions.map(([action, text]) => (
					<button
						key={action}
						type="button"
						class={action === "delete" ? "danger" : "quiet"}
						aria-busy={busy}
						onClick={() => void tried(() => start(action))}
					>
						{text}
					</button>
				))}
			</Fold>
		</Bulk>
	);
}

const buttons: ReadonlyArray<readonly [Action, string]> = [
	["disable", words.disable],
	["enable", words.enable],
	["unlock", words.unlock],
	["end_sessions", words.endSessions],
	["invite", words.invite],
	["add_group", words.addGroup],
	["remove_group", words.removeGroup],
	["delete", words.remove],
];
