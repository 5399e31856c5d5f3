/** Tells a password manager whose password stands in this form; people do not see it. */
export function UsernameForManagers({ username }: { username: string }) {
	return <input type="text" name="username" autocomplete="username" value={username} readonly hidden />;
}
