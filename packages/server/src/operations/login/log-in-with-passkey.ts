import type { CsrfProof } from "../../credentials/csrf/csrf.ts";
import type { Assertion } from "../../identity/factor/check-assertion.ts";
import type { Proof } from "../../identity/proof.ts";
import type { User } from "../../identity/user/user.ts";
import type { ReasonOf } from "../../platform/audit/events.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { PasskeyRequest } from "../../platform/required-proof.ts";
import type { Parts } from "../uses.ts";
import type { AskedSession, CompleteLogin, LoggedIn } from "./complete-login.ts";

interface PasskeyLogin extends AskedSession {
	challenge: string;
	passkey: Assertion;
	csrf: CsrfProof;
	requester: Requester;
}

/** A login without a password: the passkey names its user, and has verified them by itself. */
export function createLogInWithPasskey({
	audit,
	challenges,
	passkeyOptions,
	verifyPasskey,
	completeLogin,
}: Parts & { completeLogin: CompleteLogin }) {
	/** Like a wrong passkey: whose account it is, only its user learns. */
	async function recordedRefusal(
		user: User,
		{ requester: { client } }: PasskeyLogin,
		reason: ReasonOf<"authn_login_fail">,
	) {
		await audit.transactUnsynced((_queries, record) =>
			record({ event: "authn_login_fail", userId: user.id, client, detail: { reason } }),
		);
		return new LoginError("passkey_invalid");
	}

	return {
		/** Of the same form for every client, and stored nowhere. Throws passkey_invalid, which says why there are none. */
		options(csrf: CsrfProof): { challenge: string; passkey: PasskeyRequest } {
			passkeyOptions.requireParty();
			const { challenge, nonce } = challenges.issueToAnyone(csrf.reference);
			return { challenge, passkey: passkeyOptions.request(nonce, "required") };
		},

		/** Throws challenge_invalid, passkey_unknown, passkey_invalid, rate_limited. */
		async logIn(login: PasskeyLogin): Promise<LoggedIn> {
			const { kind, remember, csrf, requester, cookieSessionId } = login;
			const challenge = challenges.openToAnyone(login.challenge, csrf.reference);
			await using passkey = await verifyPasskey({
				assertion: login.passkey,
				nonce: challenge.nonce,
				user: null,
				afterPassword: false,
				csrfReference: csrf.reference,
				known: null,
				requester,
			});
			const { user } = passkey;
			if (user.passwordHash === null) throw await recordedRefusal(user, login, "no_password");
			if (user.disabledAt !== null) throw await recordedRefusal(user, login, "user_disabled");
			const proof: Proof = {
				...passkey,
				user: { ...user, passwordHash: user.passwordHash },
				async settle(queries, record) {
					await challenges.use(queries, challenge);
					await passkey.settle(queries, record);
				},
			};
			const { client } = requester;
			const started = await completeLogin({ proof, kind, remember, client, cookieSessionId });
			if (started === null) throw await recordedRefusal(user, login, "changed_meanwhile");
			return started;
		},
	};
}
