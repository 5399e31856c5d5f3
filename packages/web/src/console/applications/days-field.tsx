import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { ChoiceField } from "../../components/text-field.tsx";

const words = consoleApplicationTexts.days;
const choices = {
	...Object.fromEntries([90, 180, 365, 730].map((count) => [count, words.after(count)])),
	"": words.never,
};

/** When a secret ends that is made now. */
export function DaysField() {
	return <ChoiceField id="days" label={words.label} choices={choices} value="" />;
}

/** Undefined: never. */
export function daysFrom(fields: FormData): number | undefined {
	return Number(fields.get("days")) || undefined;
}
