export interface SetupLink {
	token: string | null;
	/** Whose password is set; only shown, the token decides. */
	username: string | null;
}

/** Reads the part of a setup link behind the `#`. */
export function readSetupLink(fragment: string): SetupLink {
	const members = new URLSearchParams(fragment.slice(1));
	return { token: members.get("token") || null, username: members.get("username") || null };
}
