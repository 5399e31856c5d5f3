/** Usernames in a sentence, each in the direction of its letters. */
export const Names = ({ of }: { of: readonly string[] }) =>
	of.map((name, at) => [at > 0 && ", ", <bdi key={name}>{name}</bdi>]);
