/** Every secret sent or received, so that the report shows none. */
export interface Secrets {
	learn(secret: string): void;
	mask(text: string): string;
}

/** Anything shaped like a token, a cookie or a CSRF token, known or not. */
const SECRET_SHAPES = /[A-Za-z0-9_-]{16,}(\.[A-Za-z0-9_-]{16,}){1,2}|c1\.[\w.-]{16,}|[A-Za-z0-9_-]{40,}/g;

export function createSecrets(): Secrets {
	const known = new Set<string>();
	return {
		learn(secret) {
			if (secret.length > 0) known.add(secret);
		},
		mask(text) {
			// The longest first: one secret may contain another.
			const longestFirst = [...known].sort((one, other) => other.length - one.length);
			const masked = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text);
			return masked.replace(SECRET_SHAPES, "<secret>").slice(0, 300);
		},
	};
}
