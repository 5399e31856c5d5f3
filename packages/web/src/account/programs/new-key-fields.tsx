import type { NewAccessKey, SallyportError } from "@sallyport/client";
import { accessKeyTexts } from "#texts/access-keys.ts";
import { fieldMistake, Mistake, type PresentMistake } from "../../components/mistake.ts";
import { ChoiceField, TextField } from "../../components/text-field.tsx";
import { namesIn } from "../../names-in.ts";

const words = accessKeyTexts.make;

/** The fields are called as the members of the body. */
const idOf = (member: keyof NewAccessKey): string => `key-${member}`;

const choices = Object.fromEntries([30, 90, 180, 366].map((days) => [days, words.dayCount(days)]));
const USUAL_DAYS = "90";

interface Props {
	scopes: readonly string[];
	isAdmin: boolean;
	mistake: PresentMistake;
}

export function NewKeyFields({ scopes, isAdmin, mistake }: Props) {
	return (
		<>
			<TextField
				id={idOf("name")}
				label={words.name}
				hint={words.nameHint}
				mistake={mistake}
				most={64}
				required
			/>
			<ChoiceField
				id={idOf("days")}
				label={words.days}
				choices={choices}
				value={USUAL_DAYS}
				mistake={mistake}
			/>
			{scopes.length > 0 && <Scopes scopes={scopes} mistake={mistake} />}
			<TextField
				id={idOf("addresses")}
				label={words.addresses}
				hint={words.addressesHint}
				mistake={mistake}
				most={512}
			/>
			{isAdmin && (
				<ChoiceField id={idOf("role")} label={words.role} choices={words.roles} hint={words.roleHint} />
			)}
		</>
	);
}

function Scopes({ scopes, mistake }: Pick<Props, "scopes" | "mistake">) {
	const id = idOf("scopes");
	const { attributes, message } = fieldMistake(mistake, id, `${id}-hint`);
	return (
		<fieldset id={id} class="scopes" tabIndex={-1} aria-describedby={attributes["aria-describedby"]}>
			<legend>{words.scopes}</legend>
			<p class="hint" id={`${id}-hint`}>
				{words.scopesHint}
			</p>
			{scopes.map((each) => (
				<label key={each} class="tick">
					<input type="checkbox" name={id} value={each} autocomplete="off" />
					<code>{each}</code>
				</label>
			))}
			{message !== "" && (
				<p class="mistake" role="alert" id={`${id}-mistake`}>
					{message}
				</p>
			)}
		</fieldset>
	);
}

/** What the fields above say. Only an admin is asked for the role. */
export function newKeyFrom(form: HTMLFormElement): NewAccessKey {
	const fields = new FormData(form);
	const textOf = (member: keyof NewAccessKey) => String(fields.get(idOf(member)) ?? "");
	return {
		name: textOf("name").trim(),
		days: Number(textOf("days")),
		scopes: fields.getAll(idOf("scopes")).map(String),
		addresses: namesIn(textOf("addresses")),
		...(textOf("role") === "admin" && { role: "admin" as const }),
	};
}

/** Said before a password is asked for; the service has the last word. Throws a Mistake. */
export function requireAddresses({ addresses = [] }: NewAccessKey): void {
	const wrong = addresses.find((each) => !/^[\da-f.:]+(\/\d+)?$/i.test(each));
	if (wrong !== undefined) throw new Mistake([idOf("addresses")], words.wrong.addresses("", wrong));
}

/** The service points at the member that it objects to, and in a list at the element: `/addresses/1`. */
export function refusedKey({ code, errors }: SallyportError, form: HTMLFormElement): Mistake | undefined {
	const [{ pointer, message } = { pointer: "", message: "" }] = errors;
	const [, member = "", at = ""] = pointer.split("/");
	if (code !== "validation_failed" || !isExplained(member)) return undefined;
	const element = newKeyFrom(form)[member];
	const named = Array.isArray(element) ? (element[Number(at || Number.NaN)] ?? "") : "";
	return new Mistake([idOf(member)], words.wrong[member](message, named));
}

function isExplained(member: string): member is keyof typeof words.wrong {
	return Object.hasOwn(words.wrong, member);
}
