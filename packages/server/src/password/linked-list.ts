export interface Link<Value> {
	readonly value: Value;
	before: Link<Value> | null;
	after: Link<Value> | null;
}

/** Adds at its end, and forgets anywhere, in one step: an array cannot do the second, and a Set does not know its last. */
export interface LinkedList<Value> {
	length(): number;
	first(): Link<Value> | null;
	last(): Link<Value> | null;
	append(value: Value): Link<Value>;
	/** The link must be in this list. */
	remove(link: Link<Value>): void;
}

export function createLinkedList<Value>(): LinkedList<Value> {
	let first: Link<Value> | null = null;
	let last: Link<Value> | null = null;
	let length = 0;

	return {
		length: () => length,
		first: () => first,
		last: () => last,
		append(value) {
			const link: Link<Value> = { value, before: last, after: null };
			if (last === null) first = link;
			else last.after = link;
			last = link;
			length++;
			return link;
		},
		remove(link) {
			if (link.before === null) first = link.after;
			else link.before.after = link.after;
			if (link.after === null) last = link.before;
			else link.after.before = link.before;
			length--;
		},
	};
}
