/**
 * Browsers make passkeys for names only, and on secure pages, where alone they know the interface. Those of before 2025 lack the
 * form in which the service speaks of passkeys.
 */
export function knowsPasskeys(): boolean {
	if (!("PublicKeyCredential" in globalThis) || /^[\d.]+$|^\[/.test(location.hostname)) return false;
	return typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";
}

/** Whether the browser offers passkeys among the usernames that it fills in. */
export async function offersInField(): Promise<boolean> {
	return knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}
