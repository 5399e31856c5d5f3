import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { randomSecret, randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { LoginUser } from "../proof.ts";
import type { AttemptOrigin, Known } from "../throttle/attempt-counters.ts";
import type { User } from "../user/user.ts";
import { useChallenge } from "./challenge-store.ts";

/**
 * What a challenge is for. One of one purpose never opens as another. After a right password: `login`, `reauthenticate`, and
 * `enrol` where a factor has to be added first. For a passkey and nothing else: `confirm` in a session, `add`.
 */
export type ChallengePurpose = "login" | "reauthenticate" | "enrol" | "confirm" | "add";

/** Opened and used once; the user is not known yet. */
interface OpenChallenge {
	id: string;
	/** What the CSRF token of the first step referred to; that of the second must be the same. */
	csrfReference: string;
	expiresAt: number;
	/** What a passkey signs. */
	nonce: string;
}

/** What the client keeps between the two steps: no session exists yet, and no other operation accepts it. */
export interface Challenge extends OpenChallenge {
	userId: string;
	kind: "token" | "cookie";
	/** For a login: the user asks to stay logged in. */
	remember: boolean;
	/** Of the user, when the password was proven: a change of either makes the challenge void, and disabling the user counts as one. */
	passwordChangedAt: number | null;
	factorsChangedAt: number;
	known: Known | null;
	/** Where the first step came from: its attempt is taken back from there. The second may come from elsewhere. */
	address: string;
}

/** What is known of the request that asks for a challenge. */
export type ChallengeOrigin = Pick<Challenge, "kind" | "csrfReference" | "known" | "address"> &
	Partial<Pick<Challenge, "remember">>;

/** A challenge on its way to the client. */
interface IssuedChallenge {
	challenge: string;
	/** RFC 3339. */
	expiresAt: string;
	nonce: string;
}

export const CHALLENGE_LIFETIME = 5 * 60_000;
const MAXIMUM_LENGTH = 1024;

export type Challenges = ReturnType<typeof createChallenges>;

export function createChallenges({ keyring, id: deploymentId, clock, random }: Platform) {
	const boxOf = (purpose: ChallengePurpose | "passkey") => keyring.box(`challenge ${purpose}`);

	function seal(
		purpose: ChallengePurpose | "passkey",
		fields: Omit<Challenge, keyof OpenChallenge> | null,
		csrfReference: string,
	): IssuedChallenge {
		const nonce = randomSecret(random);
		const expiresAt = clock() + CHALLENGE_LIFETIME;
		const { userId, kind, passwordChangedAt, factorsChangedAt, known, address, remember } = fields ?? {};
		const ofUser = [userId, kind, passwordChangedAt, factorsChangedAt, known, address, remember];
		const all = [randomUuid(random), csrfReference, expiresAt, nonce, ...(fields === null ? [] : ofUser)];
		const sealed = boxOf(purpose).seal(Buffer.from(JSON.stringify(all)), deploymentId);
		const challenge = sealed.toString("base64url");
		return { challenge, expiresAt: new Date(expiresAt).toISOString(), nonce };
	}

	/** Null: not ours, of another purpose or page, or expired. */
	function open(
		purpose: ChallengePurpose | "passkey",
		text: string,
		csrfReference: string,
	): Challenge | null {
		// Decoding skips other characters: each challenge would be good in many spellings.
		if (text.length > MAXIMUM_LENGTH || !/^[\w-]+$/.test(text)) return null;
		const plain = boxOf(purpose).open(Buffer.from(text, "base64url"), deploymentId);
		const challenge = plain === null ? null : read(plain);
		const isGood =
			challenge !== null && clock() < challenge.expiresAt && challenge.csrfReference === csrfReference;
		return isGood ? challenge : null;
	}

	return {
		/** A challenge for this user: void when the password or the factors change. */
		issue(
			purpose: ChallengePurpose,
			{ id: userId, passwordChangedAt, factorsChangedAt }: User,
			{ csrfReference, remember = false, ...from }: ChallengeOrigin,
		): IssuedChallenge {
			return seal(purpose, { userId, passwordChangedAt, factorsChangedAt, remember, ...from }, csrfReference);
		},

		/** A challenge that any user with a passkey may answer. */
		issueToAnyone: (csrfReference: string): IssuedChallenge => seal("passkey", null, csrfReference),

		/** Opens a challenge of one of these purposes. Throws challenge_invalid. */
		open(
			purposes: readonly ChallengePurpose[],
			text: string,
			csrfReference: string,
		): Challenge & { purpose: ChallengePurpose } {
			for (const purpose of purposes) {
				const challenge = open(purpose, text, csrfReference);
				if (challenge !== null) return { ...challenge, purpose };
			}
			throw new LoginError("challenge_invalid");
		},

		/** Throws challenge_invalid. */
		openToAnyone(text: string, csrfReference: string): OpenChallenge {
			const challenge = open("passkey", text, csrfReference);
			if (challenge === null) throw new LoginError("challenge_invalid");
			return challenge;
		},

		requireUnchanged,

		/** Uses it up in the transaction that it permits. Throws challenge_invalid if it was used before. */
		async use(queries: Queryable, { id, expiresAt }: OpenChallenge): Promise<void> {
			if (!(await useChallenge(queries, id, expiresAt))) throw new LoginError("challenge_invalid");
		},
	};
}

/** Throws challenge_invalid if the user has changed since the challenge was issued. */
function requireUnchanged(challenge: Challenge, user: User | null): LoginUser {
	const { passwordHash = null, passwordChangedAt, factorsChangedAt } = user ?? {};
	const isSame =
		user?.id === challenge.userId &&
		passwordChangedAt === challenge.passwordChangedAt &&
		factorsChangedAt === challenge.factorsChangedAt;
	if (user === null || passwordHash === null || !isSame) throw new LoginError("challenge_invalid");
	return { ...user, passwordHash };
}

export function originOf({ address, csrfReference, known }: Challenge, username: string): AttemptOrigin {
	return { username, address, csrfReference, known };
}

function read(plain: Buffer): Challenge {
	const [id, csrfReference, expiresAt, nonce, ...ofUser] = JSON.parse(plain.toString());
	// An earlier release seals no `remember`.
	const [userId, kind, passwordChangedAt, factorsChangedAt, known, address, remember = false] = ofUser;
	const changes = { passwordChangedAt, factorsChangedAt };
	return { id, csrfReference, expiresAt, nonce, userId, kind, ...changes, known, address, remember };
}
