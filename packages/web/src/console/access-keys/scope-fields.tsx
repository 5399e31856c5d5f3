import { useState } from "preact/hooks";
import { consoleAccessKeyTexts } from "#texts/console-access-keys.ts";
import { Mistake, type PresentMistake } from "../../components/mistake.ts";
import { ChoiceField } from "../../components/text-field.tsx";
import { ScopeTicks } from "../parts/scopes.tsx";

const words = consoleAccessKeyTexts.make;
const reserved = Object.fromEntries(
	Object.entries(words.reserved).map(([name, text]) => [`sallyport:${name}`, text]),
);

interface Props {
	/** Those that other APIs know. */
	scopes: readonly string[];
	mistake: PresentMistake;
}

/** A key administers this service or is for other APIs, never both. */
export function ScopeFields({ scopes, mistake }: Props) {
	const [purpose, setPurpose] = useState("");
	return (
		<>
			<ChoiceField
				id="purpose"
				label={words.purpose}
				choices={{ "": "–", ...words.purposes }}
				required
				onChange={setPurpose}
			/>
			{purpose === "apis" && (
				<ScopeTicks
					key={purpose}
					legend={words.scopes}
					hint={scopes.length > 0 ? words.scopesHint : words.noScopes}
					offered={Object.fromEntries(scopes.map((each) => [each, each]))}
					mistake={mistake}
				/>
			)}
			{purpose === "administer" && (
				<ScopeTicks key={purpose} legend={words.allowed} offered={reserved} mistake={mistake} />
			)}
		</>
	);
}

/** None: all that the role allows, which is not what a key that administers is for. Throws a Mistake. */
export function scopesFrom(fields: FormData): string[] {
	const ticked = fields.getAll("scope").map(String);
	if (ticked.length === 0 && fields.get("purpose") === "administer")
		throw new Mistake(["scopes"], words.tickOne);
	return ticked;
}
