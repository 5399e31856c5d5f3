/** The caller, from either credential. */
export interface Principal {
	/** UUID. */
	readonly userId: string;
	readonly role: string;
	/** UUID of the session; not a credential. */
	readonly sessionId: string;
	readonly kind: "token" | "cookie";
	/** When all that a login demands was last proven: milliseconds since the epoch. */
	readonly authenticatedAt: number;
	/** How strong that was: `aal1` one factor, `aal2` several, `phr` several that no stranger can phish. Others may come. */
	readonly acr: string;
	/** What was proven then (RFC 8176), such as `["pwd", "otp", "mfa"]`. */
	readonly amr: readonly string[];
}
