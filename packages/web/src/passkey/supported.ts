/** Browsers make passkeys for names only, and on secure pages, where alone they know the interface. */
export function knowsPasskeys(): boolean {
	return "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Whether the browser offers passkeys among the usernames that it fills in. */
export async function offersInField(): Promise<boolean> {
	return knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}
