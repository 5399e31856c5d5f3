import type { SallyportError, ShownUser } from "@sallyport/client";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Mistake } from "../../components/mistake.ts";
import { useDesk } from "../desk.ts";
import { ChangeForm } from "../parts/change-form.tsx";
import type { OfUser } from "./of-user.ts";
import { attributesIn, changeOf, differing, type Member, type Profile, profileOf } from "./profile-change.ts";
import { ProfileFields } from "./profile-fields.tsx";

const words = consoleUserPageTexts.profile;

export function ProfileTab({ user, reload }: OfUser) {
	const { api, act, say } = useDesk();
	const { id } = user;

	async function save(typed: Profile, over: ShownUser): Promise<ShownUser | undefined> {
		const body = changeOf(profileOf(over), typed);
		const done = await act(() => api("PATCH /users/{id}", { id, version: over.version, body }));
		if (!done) return undefined;
		say(consoleTexts.changed.saved);
		await reload();
		return { ...over, ...done.user };
	}

	return (
		<ChangeForm
			of={user}
			fieldsOf={profileOf}
			read={profileFrom}
			differing={differing}
			labels={words}
			save={save}
			look={() => api("GET /users/{id}", { id })}
			onProblem={refusedProfile}
		>
			{(base, mistake) => <ProfileFields user={base} mistake={mistake} />}
		</ChangeForm>
	);
}

function profileFrom(form: HTMLFormElement): Profile {
	const fields = new FormData(form);
	const textOf = (member: Member) => String(fields.get(member) ?? "");
	const attributes = textOf("attributes").replaceAll("\r", "");
	if (attributesIn(attributes) === null) throw new Mistake(["attributes"], words.attributesWrong);
	return {
		username: textOf("username"),
		displayName: textOf("displayName"),
		email: textOf("email"),
		emailVerified: fields.has("emailVerified"),
		locale: textOf("locale"),
		externalId: textOf("externalId"),
		groups: textOf("groups"),
		attributes,
	};
}

const members: readonly string[] = Object.keys({
	username: 0,
	displayName: 0,
	email: 0,
	locale: 0,
	externalId: 0,
	groups: 0,
	attributes: 0,
} satisfies Partial<Record<Member, number>>);

function refusedProfile({ code, errors }: SallyportError): Mistake | undefined {
	if (code === "username_taken") return new Mistake(["username"], consoleUserTexts.taken);
	const [{ pointer, message } = { pointer: "", message: "" }] = errors;
	const [, member = ""] = pointer.split("/");
	if (code !== "validation_failed" || !members.includes(member)) return undefined;
	return new Mistake(
		[member],
		member === "groups" ? consoleUserTexts.make.unknownGroup : words.wrong(message),
	);
}
