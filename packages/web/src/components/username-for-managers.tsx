/** Hidden username for password managers. */
export function UsernameForManagers({ username }: { username: string }) {
	return <input type="text" name="username" autocomplete="username" value={username} readonly hidden />;
}
