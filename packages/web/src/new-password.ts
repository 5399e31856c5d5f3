/** Code points, as the service counts: an emoji is one. */
export function characters(password: string): number {
	return [...password].length;
}

/** The first thing wrong with a new password that can be known without asking the service. */
export function newPasswordMistake(
	first: string,
	second: string,
	minimum: number,
): "short" | "different" | null {
	if (characters(first) < minimum) return "short";
	return first === second ? null : "different";
}
