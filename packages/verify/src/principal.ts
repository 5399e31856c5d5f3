/** Who calls, whichever of the two credentials said so. */
export interface Principal {
	/** UUID. */
	readonly userId: string;
	readonly role: string;
	/** UUID of the session; it opens nothing by itself. */
	readonly sessionId: string;
	readonly kind: "token" | "cookie";
	/** When the password was given last: milliseconds since the epoch. */
	readonly authenticatedAt: number;
}
