export type Status = "ok" | "warning" | "failed";

/** One thing that was looked at. */
export interface Check {
	name: string;
	status: Status;
	/** What was found. */
	fact: string;
	/** What to do about it; null when nothing is to be done. */
	advice: string | null;
}

export function ok(name: string, fact: string): Check {
	return { name, status: "ok", fact, advice: null };
}

export function warning(name: string, fact: string, advice: string): Check {
	return { name, status: "warning", fact, advice };
}

export function failed(name: string, fact: string, advice: string | null): Check {
	return { name, status: "failed", fact, advice };
}

/** What comes from the network, fit for a terminal. */
export function printable(text: string): string {
	return text.slice(0, 200).replace(/\p{C}/gu, "?");
}
