import type { Principal } from "../../credentials/session/session.ts";
import { writeProfile } from "../../identity/user/profile-store.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { Client } from "../../platform/audit/audit.ts";
import type { Locale } from "../../platform/config/appearance-settings.ts";
import { LoginError } from "../../platform/errors.ts";
import { applyProfileChange } from "../administration/apply-profile-change.ts";
import type { Parts } from "../uses.ts";

/** The language of pages and mails; null: as the browser says. It takes the place of what an operator has set. */
export function createChooseLanguage({ audit, clock, countOwnChange }: Parts) {
	/** Throws session_ended, rate_limited. */
	return async function chooseLanguage(
		{ user: { id: userId }, session }: Principal,
		locale: Locale | null,
		client: Client,
	): Promise<void> {
		await audit.transact(async (queries, record) => {
			const before = await lockUser(queries, userId);
			if (before === null) throw new LoginError("session_ended");
			const { after, members } = applyProfileChange(before, { locale }, clock());
			if (members.length === 0) return;
			await countOwnChange(queries, userId);
			await writeProfile(queries, userId, after);
			await record({ event: "user_language_chosen", userId, sessionId: session.id, client });
		});
	};
}
