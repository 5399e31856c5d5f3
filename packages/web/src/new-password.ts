/** Counts code points, like the service: an emoji is one. */
export function characters(password: string): number {
	return [...password].length;
}

/** The first mistake in a new password that can be found without the service. */
export function newPasswordMistake(
	first: string,
	second: string,
	minimum: number,
): "short" | "different" | null {
	if (characters(first) < minimum) return "short";
	return first === second ? null : "different";
}
