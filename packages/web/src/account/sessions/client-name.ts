const programs: readonly (readonly [RegExp, string])[] = [
	[/\bEdgA?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
	[/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
	[/\bWindows\b/, "Windows"],
	[/\b(?:iPhone|iPod)\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bMac OS X\b/, "macOS"],
	[/\bAndroid\b/, "Android"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
];

/** A readable name for a User-Agent; for unknown programs its first word. Null: none sent. */
export function clientName(userAgent: string | null): { program: string; system: string | null } | null {
	const find = (table: typeof programs): string | null =>
		table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
	const own = /^[\w.-]{1,40}/.exec(userAgent ?? "")?.[0];
	const program = find(programs) ?? own;
	return program === undefined ? null : { program, system: find(systems) };
}
