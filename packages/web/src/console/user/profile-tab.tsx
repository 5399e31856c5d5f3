import { SallyportError, type ShownUser } from "@sallyport/client";
import { useRef, useState } from "preact/hooks";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Form } from "../../components/form.tsx";
import { Mistake } from "../../components/mistake.ts";
import { useDesk } from "../desk.ts";
import { ChangedDialog } from "./changed-dialog.tsx";
import type { OfUser } from "./of-user.ts";
import { attributesIn, changeOf, differing, type Member, type Profile, profileOf } from "./profile-change.ts";
import { ProfileFields } from "./profile-fields.tsx";

const words = consoleUserPageTexts.profile;

/** Saves what was changed here, unless another change of the same came first. */
export function ProfileTab({ user, reload }: OfUser) {
	const { api, act, say } = useDesk();
	/** The user as the fields began; another act on this page does not empty them. */
	const [base, setBase] = useState(user);
	const [conflict, setConflict] = useState<{ typed: Profile; now: ShownUser } | null>(null);
	const generation = useRef(0);

	function begin(from: ShownUser): void {
		generation.current += 1;
		setBase(from);
		setConflict(null);
	}

	async function save(typed: Profile, over: ShownUser): Promise<boolean> {
		const change = changeOf(profileOf(over), typed);
		if (Object.keys(change).length === 0) {
			say(words.nothing);
			return true;
		}
		const { id } = over;
		const done = await act(() => api("PATCH /users/{id}", { id, version: over.version, body: change }));
		if (!done) return false;
		begin({ ...over, ...done.user });
		say(words.saved);
		await reload();
		return true;
	}

	async function send(_fields: unknown, form: HTMLFormElement): Promise<"staying"> {
		const typed = profileFrom(form);
		try {
			await save(typed, base);
		} catch (error) {
			if (!(error instanceof SallyportError) || error.code !== "precondition_failed") throw error;
			await settle(typed);
		}
		return "staying";
	}

	/** Another change came first: it is shown, unless it was of something else. */
	async function settle(typed: Profile): Promise<void> {
		const now = await api("GET /users/{id}", { id: base.id });
		const others = differing(profileOf(base), profileOf(now));
		if (others.length > 0) setConflict({ typed, now });
		else await save(typed, now);
	}

	return (
		<>
			<Form
				key={generation.current}
				class="pairs"
				repeats={false}
				send={send}
				onProblem={refusedProfile}
				submit={words.save}
			>
				{(mistake) => <ProfileFields user={base} mistake={mistake} />}
			</Form>
			{conflict !== null && (
				<ChangedDialog
					base={profileOf(base)}
					typed={conflict.typed}
					now={profileOf(conflict.now)}
					keep={(merged) => save(merged, conflict.now)}
					take={() => begin(conflict.now)}
					onClose={() => setConflict(null)}
				/>
			)}
		</>
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
