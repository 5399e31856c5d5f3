/** The path of the base URL, which every path of the service begins with; no slash at its end. */
export function basePathOf(baseUrl: string): string {
	return new URL(baseUrl).pathname.replace(/\/$/, "");
}
