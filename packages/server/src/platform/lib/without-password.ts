/** A database URL without its password, fit for a terminal or a log. */
export function withoutPassword(databaseUrl: string): string {
	if (databaseUrl.startsWith("sqlite:") || !URL.canParse(databaseUrl)) return databaseUrl;
	const url = new URL(databaseUrl);
	if (url.password !== "") url.password = "***";
	return url.href;
}
