/** Lower ones go first: however much strangers ask for, nothing else waits for it. */
export const ranks = { first: 0, forStrangers: 1 } as const;
