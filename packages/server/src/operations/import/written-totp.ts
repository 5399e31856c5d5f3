/** What a file says of an authenticator app, not validated yet. */
export interface WrittenTotp {
	/** Raw bytes; null: unreadable. */
	secret: Buffer | null;
	type: unknown;
	algorithm: unknown;
	digits: unknown;
	period: unknown;
}
