import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError, type SecondFactorDemand } from "../../platform/errors.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { AttemptOrigin, Known } from "../throttle/attempt-counters.ts";
import type { User } from "../user/user-store.ts";
import { useChallenge } from "./challenge-store.ts";

/** What was proven, and what it is for. A challenge of one purpose never opens as another. */
export type ChallengePurpose = "login" | "reauthenticate" | "enrol";

/** Stands between the two steps: no session exists meanwhile, and no other operation accepts it. */
export interface Challenge {
	id: string;
	userId: string;
	kind: "token" | "cookie";
	/** What the CSRF token of the first step referred to; that of the second must be the same. */
	csrfReference: string;
	/** Of the user, when the password was proven: a change of either makes the challenge void. */
	passwordChangedAt: number | null;
	factorsChangedAt: number;
	known: Known | null;
	/** Where the first step came from: its attempt is taken back from there. The second may come from elsewhere. */
	address: string;
	expiresAt: number;
}

const LIFETIME = 5 * 60_000;
const MAXIMUM_LENGTH = 1024;

export type Challenges = ReturnType<typeof createChallenges>;

export function createChallenges({ keyring, id: deploymentId, clock, random }: Platform) {
	const boxOf = (purpose: ChallengePurpose) => keyring.box(`challenge ${purpose}`);

	return {
		/** For a user whose password was proven just now. */
		make(
			purpose: ChallengePurpose,
			user: User,
			/** Of the user; undefined: there is nothing to prove yet. */
			methods: string[] | undefined,
			from: Pick<Challenge, "kind" | "csrfReference" | "known" | "address">,
		): SecondFactorDemand {
			const { kind, csrfReference, known, address } = from;
			const { id: userId, passwordChangedAt, factorsChangedAt } = user;
			const expiresAt = clock() + LIFETIME;
			const changes = [passwordChangedAt, factorsChangedAt];
			const fields = [randomUuid(random), userId, kind, csrfReference, ...changes, known, address, expiresAt];
			const sealed = boxOf(purpose).seal(Buffer.from(JSON.stringify(fields)), deploymentId);
			const challenge = sealed.toString("base64url");
			return { challenge, expiresAt: new Date(expiresAt).toISOString(), methods };
		},

		/** Throws challenge_invalid: not ours, of another purpose or page, or expired. */
		open(purpose: ChallengePurpose, text: string, csrfReference: string): Challenge {
			if (text.length > MAXIMUM_LENGTH) throw new LoginError("challenge_invalid");
			const plain = boxOf(purpose).open(Buffer.from(text, "base64url"), deploymentId);
			if (plain === null) throw new LoginError("challenge_invalid");
			const challenge = read(plain);
			if (clock() >= challenge.expiresAt || challenge.csrfReference !== csrfReference)
				throw new LoginError("challenge_invalid");
			return challenge;
		},

		/** Throws challenge_invalid when the user is not any more who proved the password. */
		demandUnchanged(challenge: Challenge, user: User | null): User & { passwordHash: string } {
			const { passwordHash = null, passwordChangedAt, factorsChangedAt, disabledAt } = user ?? {};
			const isSame =
				disabledAt === null &&
				passwordChangedAt === challenge.passwordChangedAt &&
				factorsChangedAt === challenge.factorsChangedAt;
			if (user === null || passwordHash === null || !isSame) throw new LoginError("challenge_invalid");
			return { ...user, passwordHash };
		},

		/** Uses it up; part of the transaction that it leads to. Throws challenge_invalid: it was used before. */
		async use(queries: Queryable, { id, expiresAt }: Challenge): Promise<void> {
			if (!(await useChallenge(queries, id, expiresAt))) throw new LoginError("challenge_invalid");
		},
	};
}

export function originOf({ address, csrfReference, known }: Challenge, username: string): AttemptOrigin {
	return { username, address, csrfReference, known };
}

function read(plain: Buffer): Challenge {
	const fields = JSON.parse(plain.toString());
	const [id, userId, kind, csrfReference, passwordChangedAt, factorsChangedAt, known, address, expiresAt] =
		fields;
	const changes = { passwordChangedAt, factorsChangedAt };
	return { id, userId, kind, csrfReference, ...changes, known, address, expiresAt };
}
