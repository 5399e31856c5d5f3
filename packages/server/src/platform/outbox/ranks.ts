/** Lower ones go first: however much strangers ask for, nothing else waits for it, and nothing real for a decoy. */
export const ranks = { first: 0, forStrangers: 1, decoy: 2 } as const;

/** What strangers can cause: a mail, or a decoy where there is no one to send it to. */
export const ranksOfStrangers: readonly number[] = [ranks.forStrangers, ranks.decoy];
