/** What tells browsers which passkeys they need not offer any more; not all know it yet. */
interface Signals {
	signalUnknownCredential?(about: { rpId: string; credentialId: string }): Promise<void>;
	signalAllAcceptedCredentials?(about: {
		rpId: string;
		userId: string;
		allAcceptedCredentialIds: string[];
	}): Promise<void>;
}

/** A browser that refuses a signal does no harm. */
export function signal(tell: (signals: Signals) => Promise<void> | undefined): void {
	void tell(PublicKeyCredential as Signals)?.catch(() => {});
}
