import type { Contract, Operation } from "./document.ts";

/** Each way to be let in must still be enough: the same schemes, or fewer of them. */
export function narrowedSecurity(before: Operation, now: Operation): string[] {
	const current = alternatives(now);
	return alternatives(before)
		.filter((old) => !current.some((each) => each.every((scheme) => old.includes(scheme))))
		.map((old) => `${old.length === 0 ? "no credential" : old.join(" with ")} is not enough any more`);
}

function alternatives({ security = [] }: Operation): string[][] {
	return security.length === 0 ? [[]] : security.map((each) => Object.keys(each));
}

/** A credential that travels under another name does not arrive. */
export function narrowedSecuritySchemes(before: Contract, now: Contract): string[] {
	const wire = (scheme: object | undefined) =>
		JSON.stringify(
			Object.entries(scheme ?? {})
				.filter(([key]) => key !== "description")
				.sort(),
		);
	return Object.entries(before.components?.securitySchemes ?? {})
		.filter(([name, scheme]) => wire(scheme) !== wire(now.components?.securitySchemes?.[name]))
		.map(([name]) => `credential ${name}: travels differently now`);
}
