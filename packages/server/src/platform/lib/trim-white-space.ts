/**
 * Trims spaces and tabs only, the white space of HTTP (RFC 9110 section 5.6.3). `trim()` would also remove U+00A0, the byte A0:
 * `<A0>__Host-…` is an ordinary cookie, which any subdomain can set.
 */
export function trimWhiteSpace(text: string): string {
	let start = 0;
	let end = text.length;
	while (text[start] === " " || text[start] === "\t") start += 1;
	while (end > start && (text[end - 1] === " " || text[end - 1] === "\t")) end -= 1;
	return text.slice(start, end);
}
