import { Mistake } from "../../components/mistake.ts";

/** By the name of a field: whether its text may be right, and what to do if not. */
type Rules = Record<string, readonly [mayBeRight: (text: string) => boolean, advice: string]>;

/** Says what the page knows by itself before a password is asked for; the service has the last word. Throws a Mistake. */
export function checkFields(form: HTMLFormElement, rules: Rules): void {
	const fields = new FormData(form);
	for (const [name, [mayBeRight, advice]] of Object.entries(rules)) {
		const text = fields.get(name);
		if (typeof text === "string" && !mayBeRight(text.trim())) throw mistakeAt(form, name, advice);
	}
}

/** A field that is folded away could not be seen, and could not get the focus. */
export function mistakeAt(form: HTMLFormElement, name: string, advice: string): Mistake {
	form.querySelector(`#${name}`)?.closest("details")?.setAttribute("open", "");
	return new Mistake([name], advice);
}

export const isEmail = (text: string): boolean => /^([^\s@]+@[^\s@]+)?$/.test(text);
