/** `#` is replaced by the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Makes sentences about a number of things, by the plurals of `locale`. */
export function counter(locale: string): (count: number, forms: Forms) => string {
	const rules = new Intl.PluralRules(locale);
	const numbers = new Intl.NumberFormat(locale);
	return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace("#", numbers.format(count));
}
