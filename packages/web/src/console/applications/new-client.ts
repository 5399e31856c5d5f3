import type { ClientTemplate, NewClient } from "@sallyport/client";
import { daysFrom } from "./days-field.tsx";
import type { Application } from "./of-client.ts";
import { asked, groupsIn, settingsFrom } from "./settings.ts";

/** What is not on the form is left out: the template decides it, or the service takes what is usual. */
export function newClientFrom(form: HTMLFormElement, template: ClientTemplate | undefined): NewClient {
	const fields = new FormData(form);
	const textOf = (name: string) => String(fields.get(name) ?? "").trim();
	const settings = settingsFrom(form, template?.kind ?? textOf("kind"));
	const secretDays = daysFrom(fields);
	const both = {
		...(textOf("id") !== "" && { id: textOf("id") }),
		...(secretDays !== undefined && { secretDays }),
	};
	if (template === undefined)
		return { ...asked(settings), kind: textOf("kind") as Application["kind"], ...both };
	const { name, trusted, insecure } = settings;
	const allowedGroups = groupsIn(settings.allowedGroups);
	return {
		template: template.name,
		...(template.hasUrl && { url: textOf("url") }),
		...(name !== "" && { name }),
		...(allowedGroups !== null && { allowedGroups }),
		...(trusted && { trusted }),
		...(insecure && { insecure }),
		...both,
	};
}
