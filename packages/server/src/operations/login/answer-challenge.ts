import { type CsrfProof, sessionOfPage } from "../../credentials/csrf/csrf.ts";
import { type Challenge, originOf } from "../../identity/factor/challenge.ts";
import type { Assertion } from "../../identity/factor/check-assertion.ts";
import { readCode, type TypedCode } from "../../identity/factor/typed-code.ts";
import type { User } from "../../identity/user/user.ts";
import { findUserById } from "../../identity/user/user-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Uses } from "../uses.ts";
import type { BeginSession, ProvenLogin } from "./begin-session.ts";
import type { LoggedIn } from "./log-in.ts";

interface SecondStep {
	challenge: string;
	/** What proves the rest: a code, or a passkey. */
	answer: { code: string } | { passkey: Assertion };
	/** The user trusts the device from now on. */
	trustDevice: boolean;
	csrf: CsrfProof;
	/** The live session whose cookie came along; a cookie session takes its place. */
	presentSessionId: string | null;
	requester: Requester;
}

/** A second factor that was right. It is used up by the transaction of the login. */
interface RightFactor extends AsyncDisposable {
	proves: ProvenLogin["amr"];
	use: (queries: Queryable, record: RecordEvent) => Promise<void>;
	settledBy: <T>(transaction: Promise<T>) => Promise<T>;
}

/**
 * The second step of a login: the challenge says that the password was right, a code or a passkey proves the rest, and the session
 * starts. Throws validation_failed, challenge_invalid, second_factor_invalid, passkey_unknown, passkey_invalid, rate_limited,
 * overloaded.
 */
export function createAnswerChallenge({
	opened: { reads },
	audit,
	challenges,
	verifyCode,
	verifyPasskey,
	throttle,
	beginSession,
}: Uses<"opened" | "audit" | "challenges" | "verifyCode" | "verifyPasskey" | "throttle"> & {
	beginSession: BeginSession;
}) {
	async function proveByCode(
		{ known }: Challenge,
		user: User,
		typed: TypedCode,
		{ csrf, requester }: SecondStep,
	): Promise<RightFactor> {
		const { client } = requester;
		const session = sessionOfPage(csrf, user.username);
		const code = await verifyCode({ user, typed, session, requester });
		if (!code.matches) {
			await using factor = code.reservation;
			await audit.transactUnsynced(async (_queries, record) => {
				const detail = { ...code.detail, known: known?.by ?? null };
				await record({ event: "authn_factor_fail", userId: user.id, client, detail });
				await factor.recordWaits(record, user.id);
			});
			throw new LoginError("second_factor_invalid");
		}
		const { reservation, proves } = code;
		return {
			...reservation,
			proves,
			async use(queries, record) {
				await reservation.succeeded(queries);
				await code.use(queries, record);
			},
		};
	}

	async function proveByPasskey(
		{ nonce, csrfReference, known }: Challenge,
		user: User,
		assertion: Assertion,
		requester: Requester,
	): Promise<RightFactor> {
		const of = { user, afterPassword: true, csrfReference, known };
		const passkey = await verifyPasskey({ assertion, nonce, ...of, requester });
		return { ...passkey, async [Symbol.asyncDispose]() {} };
	}

	return async function answerChallenge(request: SecondStep): Promise<LoggedIn> {
		const { answer, csrf, requester, presentSessionId } = request;
		// Its form first: what no user could type costs no look at a row.
		const given = "code" in answer ? { typed: readCode(answer.code) } : answer;
		const challenge = challenges.open("login", request.challenge, csrf.reference);
		const found = await findUserById(reads, challenge.userId);
		const user = challenges.requireUnchanged(challenge, found);
		const { known, kind, remember } = challenge;

		await using factor =
			"typed" in given
				? await proveByCode(challenge, user, given.typed, request)
				: await proveByPasskey(challenge, user, given.passkey, requester);
		const beginning = beginSession({
			user,
			kind,
			remember,
			amr: ["pwd", ...factor.proves],
			knownAs: known?.by ?? null,
			client: requester.client,
			replacedSessionId: kind === "cookie" ? presentSessionId : null,
			async settle(queries, record) {
				await throttle.secondStepSucceeded(queries, originOf(challenge, user.username));
				await challenges.use(queries, challenge);
				await factor.use(queries, record);
			},
		});
		const started = await factor.settledBy(beginning);
		if (started === null) throw new LoginError("challenge_invalid");
		return { ...started, trustDevice: request.trustDevice };
	};
}
