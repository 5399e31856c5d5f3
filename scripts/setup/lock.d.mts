/** Runs alone among all processes that work on this checkout. */
export function withLock<T>(root: string, work: () => Promise<T>): Promise<T>;
