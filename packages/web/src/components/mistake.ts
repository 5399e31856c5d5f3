import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** What the user has to correct, and in which fields; it is shown below the last of them. */
export class Mistake extends Error {
	readonly fields: readonly string[];
	constructor(fields: readonly string[], message: string) {
		super(message);
		this.fields = fields;
	}
	/** The field below which it is shown, and which gets the focus. */
	get place(): string | undefined {
		return this.fields.at(-1);
	}
}

/** Of the form around a field. */
export const PresentMistake = createContext<Mistake | null>(null);

/** The attributes of an input that tie it to its mistake and its hint, and the mistake to show below it. */
export function useMistake(id: string, hintId?: string) {
	const mistake = useContext(PresentMistake);
	const concerned = mistake?.fields.includes(id) ?? false;
	const described = [concerned && `${mistake?.place}-mistake`, hintId].filter(Boolean).join(" ");
	return {
		attributes: {
			...(concerned && { "aria-invalid": true }),
			...(described !== "" && { "aria-describedby": described }),
		},
		message: concerned && mistake?.place === id ? mistake.message : "",
	};
}
