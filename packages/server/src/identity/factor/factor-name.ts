import { invalid } from "../../platform/errors.ts";
import { isName } from "../../platform/lib/plain-text.ts";

export const LONGEST_FACTOR_NAME = 64;

/** Throws validation_failed. Both the list of factors and the question before one is removed must show which one is meant. */
export function requireFactorName(name: string): void {
	if (isName(name, LONGEST_FACTOR_NAME)) return;
	const message = "Choose a name of 1 to 64 characters that can all be seen.";
	throw invalid("/name", "malformed", message);
}
