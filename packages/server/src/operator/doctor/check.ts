export interface Check {
	name: string;
	status: "ok" | "warning" | "failed";
	fact: string;
	/** What to do; null: nothing. */
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

/** Makes text from the network safe for a terminal. */
export function printable(text: string): string {
	return text.slice(0, 200).replace(/\p{C}/gu, "?");
}

export function mebibytes(bytes: number): string {
	const mebi = bytes / 1_048_576;
	return mebi < 10_240 ? `${Math.round(mebi)} MiB` : `${Math.round(mebi / 1024)} GiB`;
}
