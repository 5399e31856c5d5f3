/** What an error says has to be proven, and how: members of problem documents. */

/** How a second factor can be proven. */
const secondFactorMethods = ["totp", "passkey", "recovery_code"] as const;

export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** How a session can be authenticated again: a passkey alone, or the password, with two-step login together with another. */
export const reauthenticationMethods = ["password", ...secondFactorMethods] as const;

export type ReauthenticationMethod = (typeof reauthenticationMethods)[number];

/** Members of a problem document: how to prove the second factor, or to add one. */
export interface SecondFactorRequirement {
	/** Opaque, short-lived; good for its own purpose only. */
	challenge: string;
	/** RFC 3339. */
	expiresAt: string;
	/** undefined: there is nothing to prove yet. */
	methods?: SecondFactorMethod[] | undefined;
	/** Seconds for which the device can be trusted then; absent: it cannot. */
	trustDevice?: number | undefined;
	/** What a browser is asked for, if passkeys are among the methods. */
	passkey?: PasskeyRequest;
}

/** PublicKeyCredentialRequestOptionsJSON, as far as it is used (WebAuthn 3). */
export interface PasskeyRequest {
	challenge: string;
	rpId: string;
	/** Milliseconds. */
	timeout: number;
	userVerification: "required" | "preferred";
	/** Without it, the user chooses among those that need no username. */
	allowCredentials?: Array<{ type: "public-key"; id: string; transports: string[] }>;
}

/** Members of a problem document: the least authentication, as in RFC 9470. */
export interface StepUp {
	acr?: string;
	/** Seconds since the authentication. */
	maxAge?: number;
	/** What this user can prove now. */
	methods?: ReauthenticationMethod[];
	/** Address of the page for it. */
	reauthenticateAt?: string;
}
