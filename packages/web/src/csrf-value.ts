/** The csrf value that the page sends at the moment; logins and renewals bring a new one. */
export interface CsrfValue {
	get(): string;
	set(value: string): void;
	/** Calls back at each change; answers how to stop that. */
	watch(listener: () => void): () => void;
}

export function createCsrfValue(first: string): CsrfValue {
	let current = first;
	const listeners = new Set<() => void>();
	return {
		get: () => current,
		set(value) {
			if (value === current) return;
			current = value;
			for (const listener of listeners) listener();
		},
		watch(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
