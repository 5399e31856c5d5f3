/** Text that is HTML already. Only this file makes it, so that nothing unescaped can get into a page. */
export interface Html {
	readonly html: string;
}

const entities: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
	"`": "&#96;",
};

/** For element content and quoted attribute values alike. */
export function escapeHtml(value: string): string {
	return value.replace(/[&<>"'`]/g, (character) => entities[character] ?? "");
}

/** A template whose values are escaped, except what came out of such a template. */
export function html(
	strings: TemplateStringsArray,
	...values: readonly (string | Html | readonly Html[])[]
): Html {
	const parts = strings.map(
		(string, index) => string + (index < values.length ? asHtml(values[index] ?? "") : ""),
	);
	return { html: parts.join("") };
}

function asHtml(value: string | Html | readonly Html[]): string {
	if (typeof value === "string") return escapeHtml(value);
	return "html" in value ? value.html : value.map((each) => each.html).join("\n");
}

/** HTML that the build of the pages has printed, with each `{name}` replaced by its value, escaped. */
export function filledIn(printed: string, values: Record<string, string>): Html {
	return { html: printed.replaceAll(/\{(\w+)\}/g, (all, name) => escapeHtml(values[name] ?? all)) };
}
