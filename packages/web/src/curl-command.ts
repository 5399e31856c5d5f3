export interface CurlLogin {
	/** No slash at the end. */
	baseUrl: string;
	csrf: string;
	username: string;
	/** An access key, or what the reader fills in. */
	password?: string;
	/** A cookie session instead of a JWT. */
	session?: boolean;
	/** The login takes a second factor, in the same request. */
	takesCode?: boolean;
}

/** A login from a shell; the reader fills in the password unless it is given. */
export function curlLogin(login: CurlLogin): string {
	const { baseUrl, csrf, username, password = "YOUR_PASSWORD", session, takesCode } = login;
	const body = {
		username,
		password,
		...(takesCode && { code: "YOUR_CODE" }),
		...(session && { session: true }),
	};
	return [
		`curl -X POST ${quoted(`${baseUrl}/api/auth/login`)}`,
		`-H 'Content-Type: application/json'`,
		`-H 'Accept: application/json, text/plain, */*'`,
		`-H ${quoted(`csrf: ${csrf}`)}`,
		...(session ? ["-c cookies.txt"] : []),
		`-d ${quoted(asciiJson(body))}`,
	].join(" \\\n  ");
}

/** A first call with the credential, to check it. */
export function curlSession({ baseUrl, session }: Pick<CurlLogin, "baseUrl" | "session">): string {
	const credential = session ? "-b cookies.txt" : "-H 'Authorization: Bearer ACCESS_TOKEN'";
	return `curl ${credential} \\\n  ${quoted(`${baseUrl}/api/auth/session`)}`;
}

/** For a POSIX shell, which expands nothing between single quotes. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes every character that a shell, a terminal or a code page could change. */
export function asciiJson(value: object): string {
	const escaped = (character: string): string =>
		`\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
	return JSON.stringify(value).replace(/[^\x20-\x7e]|'/g, escaped);
}
