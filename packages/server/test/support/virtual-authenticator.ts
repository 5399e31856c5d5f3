import type { Journey } from "./browser.ts";

type Credential = {
	credentialId: string;
	isResidentCredential: boolean;
	privateKey: string;
	signCount: number;
};

/**
 * What a user's device does when it is asked: Chromium's takes the place of a fingerprint reader or a security key.
 * `offersInField`: the browser offers passkeys among usernames too. The device confirms such an offer at once, so it would
 * race a press of the button.
 */
export async function deviceOf({ context, page, ends }: Journey, { offersInField = false } = {}) {
	if (!offersInField)
		ends.use(
			await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false"),
		);
	const cdp = await context.newCDPSession(page);
	ends.defer(() => cdp.detach());
	await cdp.send("WebAuthn.enable", { enableUI: false });
	const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		verifies: (isUserVerified: boolean) =>
			cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
		credentials: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
		/** Whether the user is there. */
		isTouched: (enabled: boolean) =>
			cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
		restore: (credential: Credential) => cdp.send("WebAuthn.addCredential", { authenticatorId, credential }),
		clear: () => cdp.send("WebAuthn.clearCredentials", { authenticatorId }),
	};
}
