import type { sessionOfPage } from "../../credentials/csrf/csrf.ts";
import type { TypedCode } from "../../identity/factor/typed-code.ts";
import type { VerifiedPassword } from "../../identity/verify-password.ts";
import type { ReasonOf } from "../../platform/audit/events.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Uses } from "../uses.ts";
import { recordRefusal } from "./record-refusal.ts";

/** What was typed at a login, in its form. */
export interface Typed {
	/** Canonical. */
	username: string;
	code: TypedCode | null;
	/** Of the page that it was typed on, if its session is that of this user. */
	session: ReturnType<typeof sessionOfPage>;
	requester: Requester;
}

type Reason = ReasonOf<"authn_login_fail">;

/** One refusal for whatever was wrong. The record knows what it was; the client does not. */
export function createLoginRefusal({
	audit,
	keyring,
	verifyDummyCode,
}: Uses<"audit" | "keyring" | "verifyDummyCode">) {
	const nameOfAccount = keyring.mac("attempt");

	/** Records the refusal, and resolves with its error. Also where the password was right: every refused login uses up an attempt. */
	async function recordedRefusal(
		typed: Typed,
		password: VerifiedPassword,
		reason: Reason,
	): Promise<LoginError> {
		// The account may not exist, or be a mistyped password: the log gets a pseudonym.
		const account = nameOfAccount(typed.username).slice(0, 16);
		await recordRefusal(audit, [password], {
			event: "authn_login_fail",
			userId: password.user?.id ?? null,
			client: typed.requester.client,
			detail: { reason, account, known: password.known?.by ?? null },
		});
		return wrongCredentials(typed);
	}

	/** A refusal for which no code was looked at: one that was sent costs what it would have. */
	async function recordedRefusalUnread(
		typed: Typed,
		password: VerifiedPassword,
		reason: Reason,
	): Promise<LoginError> {
		// Recorded first: if the client disconnects, the rest is aborted.
		const refused = await recordedRefusal(typed, password, reason);
		const { code, session, requester } = typed;
		if (code !== null) await verifyDummyCode({ user: password.user, typed: code, session, requester });
		return refused;
	}

	return { recordedRefusal, recordedRefusalUnread };
}

/** One message for all that was sent: a code beside a guess must not tell that the password is right. */
export function wrongCredentials({ code }: Pick<Typed, "code">): LoginError {
	if (code === null) return new LoginError("invalid_credentials");
	return new LoginError("invalid_credentials", "Username, password or code is wrong.");
}
