/** The caller, from either credential. */
export interface Principal {
	/** UUID. */
	readonly userId: string;
	readonly role: string;
	/** UUID of the session; not a credential. */
	readonly sessionId: string;
	readonly kind: "token" | "cookie";
	/** When the password was last entered: milliseconds since the epoch. */
	readonly authenticatedAt: number;
}
