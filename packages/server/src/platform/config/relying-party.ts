/** What passkeys are bound to: a domain name, which browsers compare with the address of the page (WebAuthn 3 section 5.1.3). */
import { isIP } from "node:net";
import { isLoopback } from "../lib/is-loopback.ts";
import { SettingError } from "../lib/parse-setting.ts";

interface RelyingPartySettings {
	baseUrl: string;
	passkeyRpId: string | null;
	passkeyOrigins: readonly string[];
}

export interface RelyingParty {
	id: string;
	/** Pages that may use its passkeys. */
	origins: string[];
}

/** Or why browsers make no passkeys for this service, as a sentence. */
export function relyingPartyOf(settings: RelyingPartySettings): RelyingParty | { off: string } {
	const { baseUrl, passkeyRpId, passkeyOrigins } = settings;
	const { protocol, hostname, origin } = new URL(baseUrl);
	if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
		return { off: `Passkeys need a name, and this service is at ${hostname}, an IP address.` };
	if (protocol !== "https:" && !isLoopback(hostname))
		return { off: "Passkeys need https, and this service is at a plain http address." };
	return { id: passkeyRpId ?? hostname, origins: [origin, ...passkeyOrigins] };
}

export function parseRpId(text: string): string {
	const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
	if (new RegExp(`^${label}(\\.${label})*$`).test(text) && text.length <= 253) return text;
	throw new SettingError("write a domain name in lower case, such as example.com");
}

/** A mistake; null: none. Whether a parent is a public suffix, such as co.uk, only browsers know. */
export function rpIdMistake({ baseUrl, passkeyRpId }: RelyingPartySettings): string | null {
	if (passkeyRpId === null) return null;
	const { hostname } = new URL(baseUrl);
	const isParent = passkeyRpId.includes(".") && hostname.endsWith(`.${passkeyRpId}`);
	if (passkeyRpId === hostname || isParent) return null;
	return `SALLYPORT_PASSKEY_RP_ID: must be ${hostname}, the host of the base URL, or a domain above it.`;
}
