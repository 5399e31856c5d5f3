/** RFC 6749 section 3.3. None of these characters needs an escape in a quoted string. */
const SCOPES = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Names with one space between them; null: they are not written so. */
export function readScopes(text: string): string[] | null {
	return SCOPES.test(text) ? text.split(" ") : null;
}
