/** The caller, from either credential. */
export interface Principal {
	/** UUID. */
	readonly userId: string;
	readonly role: string;
	/** UUID of the session; not a credential. */
	readonly sessionId: string;
	readonly kind: "token" | "cookie";
	/** When all that a login requires was last proven: milliseconds since the epoch. */
	readonly authenticatedAt: number;
	/** How strong that was: `aal1` one factor, `aal2` several, `phr` several that no attacker can phish, `0` no person. Others may come. */
	readonly acr: string;
	/** What was proven then (RFC 8176), such as `["pwd", "otp", "mfa"]`. */
	readonly amr: readonly string[];
	/**
	 * Groups that the user is in. Of a token: those that it names, which takes `SALLYPORT_TOKEN_CLAIMS=groups` on the service; without
	 * that there are none.
	 */
	readonly groups: readonly string[];
	/** The access key that a program logged in with; null: the caller is a person. */
	readonly accessKeyId: string | null;
	/** What that key is limited to. null: to nothing; people and keys without scopes pass wherever a scope is required. */
	readonly scopes: readonly string[] | null;
	/** What `SALLYPORT_TOKEN_CLAIMS` adds to tokens, such as `name`, `email` and attributes; the same for a cookie. */
	readonly claims: Readonly<Record<string, unknown>>;
}

/** What no operation of the verifier changes, with all that is in it. */
export function deepFreeze<Value>(value: Value): Value {
	if (typeof value === "object" && value !== null) {
		for (const member of Object.values(value)) deepFreeze(member);
		Object.freeze(value);
	}
	return value;
}
