/** A bounded map that drops the least recently used. A size of 0 keeps nothing. */
export interface Recent<Value> {
	get(key: string): Value | undefined;
	set(key: string, value: Value): void;
	delete(key: string): void;
}

export function createRecent<Value>(size: number): Recent<Value> {
	// Two generations instead of one ordered list: a hit in the younger one, which is the usual case, changes nothing.
	let younger = new Map<string, Value>();
	let older = new Map<string, Value>();
	const half = Math.ceil(size / 2);

	function set(key: string, value: Value): void {
		if (size === 0) return;
		if (younger.size >= half) {
			older = younger;
			younger = new Map();
		}
		younger.set(key, value);
	}

	return {
		get(key) {
			const young = younger.get(key);
			if (young !== undefined) return young;
			const old = older.get(key);
			if (old !== undefined) set(key, old);
			return old;
		},
		set,
		delete(key) {
			younger.delete(key);
			older.delete(key);
		},
	};
}
