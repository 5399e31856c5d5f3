/** Freezes a plain object and everything in it, for objects shared by requests. */
export function deepFreeze<Value>(value: Value): Value {
	if (typeof value === "object" && value !== null) {
		for (const member of Object.values(value)) deepFreeze(member);
		Object.freeze(value);
	}
	return value;
}
