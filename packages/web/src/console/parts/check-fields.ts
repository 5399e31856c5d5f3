import type { SallyportError } from "@sallyport/client";
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

/** The service points at the member that it objects to; the fields are called as those. Undefined: at none of the form. */
export function mistakeIn(
	{ code, errors }: SallyportError,
	form: HTMLFormElement,
	words: (message: string, member: string) => string,
): Mistake | undefined {
	const [{ pointer, message } = { pointer: "", message: "" }] = errors;
	const [, member = ""] = pointer.split("/");
	if (code !== "validation_failed" || form.elements.namedItem(member) === null) return undefined;
	return new Mistake([member], words(message, member));
}

export const isEmail = (text: string): boolean => /^([^\s@]+@[^\s@]+)?$/.test(text);
