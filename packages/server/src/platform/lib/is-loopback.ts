/** localhost, 127.0.0.0/8 and ::1, as in URLs: the only hosts where plain http cannot be intercepted. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === "localhost" ||
		hostname.endsWith(".localhost") ||
		hostname === "[::1]" ||
		/^127(\.\d{1,3}){3}$/.test(hostname)
	);
}
