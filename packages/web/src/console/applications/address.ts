const loopback = ["localhost", "127.0.0.1", "[::1]"];

interface Use {
	/** Whether plain http is permitted beyond this machine. */
	insecure: boolean;
	/** Where the application runs, if its users are sent to the address. */
	kind?: string;
}

/** Whether the service may take an address: it knows more of them, and has the last word. */
export function isAddress(text: string, { insecure, kind }: Use): boolean {
	if (!URL.canParse(text) || /[*#;\s]/.test(text)) return false;
	const { protocol, hostname } = new URL(text);
	if (protocol === "http:") return insecure || loopback.includes(hostname);
	// An application on a device may have a scheme of its own: the name of a domain, backwards.
	return protocol === "https:" || (kind === "native" && protocol.includes("."));
}
