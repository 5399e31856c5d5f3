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

/** Of the form around a field: null as long as there is nothing to correct. */
export type PresentMistake = Mistake | null;

/** The attributes of an input that tie it to its mistake and its hint, and the mistake to show below it. */
export function fieldMistake(mistake: PresentMistake, id: string, hintId = "") {
	const concerned = mistake?.fields.includes(id) === true;
	const described = concerned ? `${mistake.place}-mistake ${hintId}`.trim() : hintId;
	return {
		attributes: {
			"aria-invalid": concerned || undefined,
			"aria-describedby": described || undefined,
		},
		message: concerned && mistake.place === id ? mistake.message : "",
	};
}
