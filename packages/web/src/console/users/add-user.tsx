import type { MadeUser, NewUser, SallyportError } from "@sallyport/client";
import { useRef, useState } from "preact/hooks";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Mistake } from "../../components/mistake.ts";
import { namesIn } from "../../names-in.ts";
import { newKey } from "../api.ts";
import { useDesk } from "../desk.ts";
import { requireGroups } from "../groups/find-group.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { checkFields, isEmail } from "../parts/check-fields.ts";
import { ShownOnce } from "../parts/shown-once.tsx";
import { NewUserFields } from "./new-user-fields.tsx";

const { make: words, made: said } = consoleUserTexts;

/** The page of the new user opens, once the link for them is stored. */
export function AddUser({ onClose }: { onClose: () => void }) {
	const desk = useDesk();
	const { api, act, say, to, go, place } = desk;
	const [shown, setShown] = useState<MadeUser | null>(null);
	// Of what was sent last: sent again, it makes no second user.
	const sent = useRef({ body: "", key: "" });

	async function add(form: HTMLFormElement): Promise<MadeUser | undefined> {
		const body = newUserFrom(form);
		await requireGroups(desk, "groups", body.groups ?? []);
		const text = JSON.stringify(body);
		if (sent.current.body !== text) sent.current = { body: text, key: newKey() };
		return act(() => api("POST /users", { body, idempotencyKey: sent.current.key }));
	}

	function close(made?: MadeUser): void {
		if (made === undefined) onClose();
		else if (made.setupLink) setShown(made);
		else open(made);
	}

	function open(made: MadeUser): void {
		onClose();
		const { username } = JSON.parse(sent.current.body) as NewUser;
		const invited = made.sentTo === null ? "" : said.sent(made.sentTo);
		say(said.done(made.user.username, username) + invited);
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

/** The service points at the member that it objects to; the fields are called as those. */
function refusedUser({ code, errors }: SallyportError): Mistake | undefined {
	if (code === "username_taken") return new Mistake(["username"], consoleUserTexts.taken);
	const [{ pointer, message } = { pointer: "", message: "" }] = errors;
	const [, member = ""] = pointer.split("/");
	if (code !== "validation_failed" || !["username", "displayName", "email", "groups"].includes(member))
		return undefined;
	return new Mistake([member], consoleUserTexts.refused(message));
}
