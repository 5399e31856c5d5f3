import type { MadeUser, NewUser, SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Mistake } from "../../components/mistake.ts";
import { namesIn } from "../../names-in.ts";
import { useKeyOf } from "../api.ts";
import { useDesk } from "../desk.ts";
import { requireGroups } from "../groups/find-group.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { checkFields, isEmail, mistakeIn } from "../parts/check-fields.ts";
import { ShownOnce } from "../parts/shown-once.tsx";
import { NewUserFields } from "./new-user-fields.tsx";

const { make: words, made: said } = consoleUserTexts;

/** With the name as it was typed. */
type Made = MadeUser & { asked: string };

/** The page of the new user opens, once the link for them is stored. */
export function AddUser({ onClose }: { onClose: () => void }) {
	const desk = useDesk();
	const { api, act, say, to, go, place } = desk;
	const [shown, setShown] = useState<Made | null>(null);
	const keyOf = useKeyOf();

	async function add(form: HTMLFormElement): Promise<Made | undefined> {
		const body = newUserFrom(form);
		await requireGroups(desk, "groups", body.groups ?? []);
		return act(async () => {
			const made = await api("POST /users", { body, idempotencyKey: keyOf(body) });
			return { ...made, asked: body.username };
		});
	}

	function close(made?: Made): void {
		if (made === undefined) onClose();
		else if (made.setupLink) setShown(made);
		else open(made);
	}

	function open(made: Made): void {
		onClose();
		const invited = made.sentTo === null ? "" : said.sent(made.sentTo);
		say(said.done(made.user.username, made.asked) + invited);
		const { id, kind } = made.user;
		// Where an account was added for a key, the key comes next.
		if (kind === "service" && place.query.has("add")) go(to(["access-keys"], { user: id, make: "1" }));
		else go(to(["users", id]));
	}

	if (shown?.setupLink)
		return (
			<ShownOnce
				heading={said.heading(shown.user.username)}
				why={said.why}
				what={said.link}
				secret={shown.setupLink}
				expiresAt={shown.setupLinkExpiresAt}
				stored={said.stored}
				onClose={() => open(shown)}
			/>
		);
	return (
		<ActDialog
			heading={words.heading}
			submit={words.submit}
			wide
			act={add}
			onProblem={refusedUser}
			onClose={close}
		>
			{(mistake) => <NewUserFields mistake={mistake} />}
		</ActDialog>
	);
}

/** What is not on the form is left out: the service then takes what is usual. */
function newUserFrom(form: HTMLFormElement): NewUser {
	checkFields(form, {
		username: [(text) => /^\S+$/.test(text), words.usernameHint],
		email: [isEmail, words.emailWrong],
	});
	const fields = new FormData(form);
	const textOf = (name: string) => String(fields.get(name) ?? "").trim();
	const { invite, email } = { invite: textOf("invite"), email: textOf("email") };
	if (invite === "mail" && email === "") throw new Mistake(["email"], words.needsEmail);
	const groups = namesIn(textOf("groups"));
	return {
		username: textOf("username"),
		kind: textOf("kind") as "person" | "service",
		...(textOf("displayName") !== "" && { displayName: textOf("displayName") }),
		...(email !== "" && { email }),
		...(textOf("role") === "admin" && { role: "admin" as const }),
		...(invite !== "" && { invite: invite as "mail" | "link" | "none" }),
		...(groups.length > 0 && { groups }),
	};
}

function refusedUser(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
	if (problem.code === "username_taken")
		return new Mistake(["username"], consoleTexts.problems.username_taken);
	return mistakeIn(problem, form, consoleUserTexts.refused);
}
