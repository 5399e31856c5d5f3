/** More than any browser sends; the rest of a longer header is not read. */
const MOST_RANGES = 32;

interface Asked<Tag extends string> {
	/** Tags, the most wanted first; null: none. */
	wanted: ReadonlyArray<string | null>;
	/** The value of the header Accept-Language. */
	accepted: string | undefined;
	/** The language to use where no other fits. */
	otherwise: Tag;
}

/** The language of a page, among those that there are. */
export function chooseLocale<Tag extends string>(
	available: readonly Tag[],
	{ wanted, accepted, otherwise }: Asked<NoInfer<Tag>>,
): Tag {
	for (const tag of [...wanted, ...acceptedTags(accepted)]) {
		const found = tag === null ? null : findLocale(available, tag);
		if (found !== null) return found;
	}
	return otherwise;
}

/** The one that a tag names, without what it says beyond that: for `de-AT`, `de` (RFC 4647 section 3.4). */
export function findLocale<Tag extends string>(available: readonly Tag[], tag: string): Tag | null {
	const parts = tag.slice(0, 35).toLowerCase().split("-");
	for (; parts.length > 0; parts.pop()) {
		const found = available.find((locale) => locale.toLowerCase() === parts.join("-"));
		if (found !== undefined) return found;
	}
	return null;
}

/** By weight (RFC 9110 section 12.5.4). `*` names no language: what comes then is for the operator to say. */
function acceptedTags(header = ""): string[] {
	return header
		.split(",", MOST_RANGES)
		.map((range) => {
			const [tag = "", ...parameters] = range.split(";").map((each) => each.trim());
			const weight = parameters.find((each) => /^q=/i.test(each));
			return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
		})
		.filter(({ weight }) => weight > 0 && weight <= 1)
		.sort((one, other) => other.weight - one.weight)
		.map(({ tag }) => tag);
}
