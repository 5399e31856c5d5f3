/** The same plain object, which nobody can change any more, nor anything in it: for what requests share. */
export function deepFreeze<Value>(value: Value): Value {
	if (typeof value === "object" && value !== null) {
		for (const member of Object.values(value)) deepFreeze(member);
		Object.freeze(value);
	}
	return value;
}
