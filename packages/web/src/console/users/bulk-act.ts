import type { BulkAct, BulkResult, User } from "@sallyport/client";

export type Action = BulkAct["action"];

/** What takes an act back; what is not here cannot be taken back. */
export const inverse: Partial<Record<Action, Action>> = {
	disable: "enable",
	enable: "disable",
	add_group: "remove_group",
	remove_group: "add_group",
};

/** Those whom an act would change: the others are left out, so that taking it back does not change them either. */
export function concerned(users: readonly User[], action: Action, group = ""): User[] {
	return users.filter(({ state, groups }) => {
		if (action === "disable") return state !== "disabled";
		if (action === "enable") return state === "disabled";
		if (action === "add_group") return !groups.includes(group);
		if (action === "remove_group") return groups.includes(group);
		return true;
	});
}

export interface Outcome {
	/** Ids. */
	done: string[];
	refused: Array<{ username: string; code: string }>;
}

export function outcomeOf(users: readonly User[], results: BulkResult["results"]): Outcome {
	const names = new Map(users.map(({ id, username }) => [id, username]));
	return {
		done: results.filter(({ status }) => status === "done").map(({ id }) => id),
		refused: results
			.filter(({ status }) => status === "refused")
			.map(({ id, code }) => ({ username: names.get(id) ?? id, code: code ?? "" })),
	};
}
