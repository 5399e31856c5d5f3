import type { MadeLink } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { ChoiceField } from "../../components/text-field.tsx";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { Tick } from "../parts/tick.tsx";
import type { OfUser } from "./of-user.ts";

const words = consoleUserPageTexts.acts;
const shown = consoleUserTexts.made;

/** `lost`: a reset of a user who has lost the second factors. */
export type LinkAct = "invite" | "reset" | "lost";

interface Props extends OfUser {
	how: LinkAct;
	onClose: () => void;
}

/** Makes a link to set a password; `reset` takes the password away first. */
export function LinkDialog({ user, reload, how, onClose }: Props) {
	const { api, act, say, mails } = useDesk();
	const [made, setMade] = useState<MadeLink | null>(null);
	const { id, version, username } = user;
	const { mail, link } = words.delivers;
	const isMailed = mails && user.email !== null;
	// A reset may be for fear of an attacker in the mailbox: there, an admin chooses the mail by hand.
	const first = user.state === "invited" ? "mail" : "link";

	async function make(form: HTMLFormElement): Promise<MadeLink | undefined> {
		const fields = new FormData(form);
		const deliver = fields.get("deliver") === "mail" ? ("mail" as const) : ("link" as const);
		const reset = { deliver, factors: fields.has("factors"), accessKeys: fields.has("accessKeys") };
		return act<MadeLink>(() =>
			how === "invite"
				? api("POST /users/{id}/invite", { id, version, body: { deliver } })
				: api("POST /users/{id}/reset", { id, version, body: reset }),
		);
	}

	if (made?.setupLink)
		return (
			<ShownOnce
				heading={shown.heading(username)}
				why={shown.why}
				what={shown.link}
				secret={made.setupLink}
				expiresAt={made.setupLinkExpiresAt}
				stored={shown.stored}
				onClose={onClose}
			/>
		);
	const isReset = how !== "invite";
	return (
		<ActDialog
			heading={(isReset ? words.askReset : words.askInvite)(username)}
			submit={isReset ? words.reset : words.invite}
			destroys={isReset}
			act={make}
			done={async ({ sentTo }) => {
				if (sentTo !== null) say(words.mailed(sentTo));
				await reload();
			}}
			onClose={(answer) => (answer?.setupLink ? setMade(answer) : onClose())}
		>
			{() => (
				<>
					<p>{isReset ? words.whatReset : words.whatInvite}</p>
					{isMailed && (
						<ChoiceField id="deliver" label={words.deliver} choices={{ mail, link }} value={first} />
					)}
					{isReset && (
						<>
							<Tick name="factors" text={words.factorsToo} checked={how === "lost"} />
							<Tick name="accessKeys" text={words.keysToo} />
						</>
					)}
				</>
			)}
		</ActDialog>
	);
}
