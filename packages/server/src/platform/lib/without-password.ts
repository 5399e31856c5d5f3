/** A database URL without its password, for terminals and logs. */
export function withoutPassword(databaseUrl: string): string {
	if (databaseUrl.startsWith("sqlite:") || !URL.canParse(databaseUrl)) return databaseUrl;
	const url = new URL(databaseUrl);
	if (url.password !== "") url.password = "***";
	return url.href;
}
