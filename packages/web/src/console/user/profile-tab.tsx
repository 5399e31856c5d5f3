import type { SallyportError, ShownUser } from "@sallyport/client";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Mistake } from "../../components/mistake.ts";
import { useDesk } from "../desk.ts";
import { requireGroups } from "../groups/find-group.ts";
import { ChangeForm } from "../parts/change-form.tsx";
import { checkFields, isEmail, mistakeIn } from "../parts/check-fields.ts";
import type { OfUser } from "./of-user.ts";
import { attributesIn, changeOf, differing, type Member, type Profile, profileOf } from "./profile-change.ts";
import { ProfileFields } from "./profile-fields.tsx";

const words = consoleUserPageTexts.profile;

export function ProfileTab({ user, reload }: OfUser) {
	const desk = useDesk();
	const { api, act, say } = desk;
	const { id } = user;

	async function save(typed: Profile, over: ShownUser): Promise<ShownUser | undefined> {
		const body = changeOf(profileOf(over), typed);
		await requireGroups(desk, "groups", body.groups ?? []);
		const done = await act(() => api("PATCH /users/{id}", { id, version: over.version, body }));
		if (!done) return undefined;
		say(consoleTexts.changed.saved);
		// Not waited for: until the fields begin anew, what is saved would count as changed.
		void reload();
		return { ...over, ...done.user, emailRefused: over.emailRefused && body.email === undefined };
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
	const textOf = (member: Member) => String(fields.get(member) ?? "").trim();
	const attributes = textOf("attributes").replaceAll("\r", "");
	const { usernameHint, emailWrong } = consoleUserTexts.make;
	checkFields(form, {
		username: [(text) => /^\S+$/.test(text), usernameHint],
		email: [isEmail, emailWrong],
		locale: [isTag, words.localeHint],
		attributes: [(text) => attributesIn(text) !== null, words.attributesWrong],
	});
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

function isTag(text: string): boolean {
	try {
		return text === "" || Intl.getCanonicalLocales(text).length === 1;
	} catch {
		return false;
	}
}

function refusedProfile(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
	if (problem.code === "username_taken")
		return new Mistake(["username"], consoleTexts.problems.username_taken);
	return mistakeIn(problem, form, consoleUserTexts.refused);
}
