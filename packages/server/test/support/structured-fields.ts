/** RFC 9651, as far as the RateLimit fields go, and strictly: a list of strings with integer parameters, and nothing else. */
export interface Item {
	value: string;
	parameters: Record<string, number>;
}

const MEMBER = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"((?:;[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/;

/** Throws when it is anything else, also when a parameter is given twice. */
export function parseList(field: string | null): Item[] {
	if (field === null) throw new SyntaxError("There is no such field.");
	return field.split(/[ \t]*,[ \t]*/).map((member) => {
		const [, value, rest = ""] = MEMBER.exec(member) ?? [];
		if (value === undefined) throw new SyntaxError(`No string with integers: ${member}`);
		const parameters: Record<string, number> = {};
		for (const parameter of rest.split(";").slice(1)) {
			const [key = "", number] = parameter.split("=");
			if (key in parameters) throw new SyntaxError(`Twice: ${key}`);
			parameters[key] = Number(number);
		}
		return { value: value.replace(/\\(.)/g, "$1"), parameters };
	});
}
