/** A name that programs read, such as wrong_password or displayName, for a person. */
export const inWords = (name: string): string =>
	name.replaceAll("_", " ").replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** Members of details whose values are such names. */
const NAMES = ["reason", "scope", "method", "kind", "enrolment", "purpose", "status", "members"];
const LABELS: Record<string, string> = { known: "known client", amr: "proven by" };

/** The details of an event, as its line shows them; what is not known is left out. */
export function detailsInWords(detail: Readonly<Record<string, unknown>>): string {
	return Object.entries(detail)
		.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
		.map(([name, value]) => `${LABELS[name] ?? inWords(name)}: ${valueInWords(name, value)}`)
		.join(", ");
}

function valueInWords(name: string, value: unknown): string {
	if (typeof value === "boolean") return value ? "yes" : "no";
	const texts = (Array.isArray(value) ? value : [value]).map(String);
	return (NAMES.includes(name) ? texts.map(inWords) : texts).join(" + ");
}
