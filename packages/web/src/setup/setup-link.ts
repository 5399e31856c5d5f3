export interface SetupLink {
	token: string | null;
	/** For display only; the token decides whose password is set. */
	username: string | null;
	/** Asked for by the user, who has forgotten the password. For the words alone. */
	isRecovery: boolean;
}

/** Reads the fragment of a setup link. */
export function readSetupLink(fragment: string): SetupLink {
	const members = new URLSearchParams(fragment.slice(1));
	return {
		token: members.get("token") || null,
		username: members.get("username") || null,
		isRecovery: members.get("purpose") === "recovery",
	};
}
