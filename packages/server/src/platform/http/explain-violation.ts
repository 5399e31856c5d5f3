/** What is wrong with a member, by the keyword of JSON Schema that it breaks, in a sentence that says what to send. */
export function explainViolation(keyword: string, params: Record<string, unknown>): string {
	const limit = String(params.limit);
	switch (keyword) {
		case "type":
			return `It must be ${String(params.type).split(",").map(withArticle).join(" or ")}.`;
		case "minLength":
			return limit === "1" ? "It must not be empty." : `It needs at least ${limit} characters.`;
		case "maxLength":
			return `It may have at most ${limit} characters.`;
		case "minItems":
			return limit === "1" ? "It needs an element." : `It needs at least ${limit} elements.`;
		case "maxItems":
			return `It may have at most ${limit} elements.`;
		case "uniqueItems":
			return "It may have each element once.";
		case "minimum":
			return `It must be at least ${limit}.`;
		case "maximum":
			return `It must be at most ${limit}.`;
		case "enum":
			return `It must be one of ${(params.allowedValues as unknown[]).map(String).join(", ")}.`;
		case "const":
			return `It must be ${String(params.allowedValue)}.`;
		case "format":
			return `It must have the format ${String(params.format)}.`;
		case "pattern":
			return `It must match the pattern ${String(params.pattern)}.`;
		default:
			return "It does not have the form that the documentation describes.";
	}
}

function withArticle(type: string): string {
	return type === "null" ? type : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}
