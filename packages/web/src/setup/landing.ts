import { session } from "@sallyport/client";
import type { Page } from "../page.ts";

/** Where users go who have set a password: where the link says, else admins who begin here to what their programs need. */
export async function landingOf({ connection, root, to }: Page, isRecovery: boolean): Promise<string> {
	const { next } = root.dataset;
	if (next !== undefined) return next;
	// The password is set, whatever becomes of this question.
	const role = isRecovery
		? "user"
		: await session(connection).then(
				({ role }) => role,
				() => "user",
			);
	return to(role === "admin" ? "account/programs" : "account");
}
