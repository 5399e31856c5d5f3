/** localhost, 127.0.0.0/8 and ::1, as URLs write them: the only places where plain http is safe from listeners. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === "localhost" ||
		hostname.endsWith(".localhost") ||
		hostname === "[::1]" ||
		/^127(\.\d{1,3}){3}$/.test(hostname)
	);
}
