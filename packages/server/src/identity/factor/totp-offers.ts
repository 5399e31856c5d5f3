import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import type { Throttle } from "../throttle/throttle.ts";
import type { User } from "../user/user.ts";
import { useChallenge } from "./challenge-store.ts";
import { sealedTotpSecrets, sealTotpSecret } from "./sealed-totp-secrets.ts";
import { describeTotp, findStep, newTotpSecret, stepAt, usualTotp } from "./totp.ts";
import { insertTotpSecrets } from "./totp-store.ts";
import { readCode } from "./typed-code.ts";

const OFFER_LIFETIME = 10 * 60_000;
/** Within so many steps a code says that the clocks differ. It is never accepted. */
const DRIFT_TO_TELL = 10;

interface Offer {
	/** The id that the factor will have. */
	id: string;
	userId: string;
	secret: string;
	expiresAt: number;
}

/** An offered secret of which a code was right. */
interface ProvenApp {
	/** The id that the factor will have. */
	id: string;
	userId: string;
	secret: Buffer;
	/** The time step of the code, which is used up with it. */
	step: number;
	/** When the offer expires. */
	expiresAt: number;
}

/**
 * The one way to add an authenticator app: its secret is offered, sealed and stored nowhere, and then a code shows that the
 * app has it. The callers decide who may.
 */
export function createTotpOffers(
	{ keyring, id: deploymentId, clock, config, random, audit }: Platform,
	throttle: Throttle,
) {
	const offers = keyring.box("totp offer");
	const box = keyring.box(sealedTotpSecrets.label);

	function open(text: string, userId: string): Pick<ProvenApp, "id" | "secret" | "expiresAt"> {
		const plain = offers.open(Buffer.from(text, "base64url"), deploymentId);
		const offer = plain === null ? null : (JSON.parse(plain.toString()) as Offer);
		if (offer === null || offer.userId !== userId || clock() >= offer.expiresAt) throw deadOffer();
		return { ...offer, secret: Buffer.from(offer.secret, "base64url") };
	}

	return {
		/** Makes a secret and seals it into an offer; the service stores nothing. */
		async make({ id: userId, username }: User): Promise<{ offer: string; secret: string; uri: string }> {
			const secret = newTotpSecret(random);
			const offer: Offer = {
				id: randomUuid(random),
				userId,
				secret: secret.toString("base64url"),
				expiresAt: clock() + OFFER_LIFETIME,
			};
			const sealed = offers.seal(Buffer.from(JSON.stringify(offer)), deploymentId);
			const app = { issuer: new URL(config.baseUrl).host, username };
			const described = await describeTotp({ ...usualTotp, secret }, app);
			return { offer: sealed.toString("base64url"), ...described };
		},

		/**
		 * Counts like any other guess at a code, before the code is looked at. Throws validation_failed, challenge_invalid,
		 * second_factor_invalid, rate_limited.
		 */
		async requireRightCode(
			userId: string,
			given: { offer: string; code: string },
			from: { known: Known | null; requester: Requester },
		): Promise<ProvenApp> {
			const { id, secret, expiresAt } = open(given.offer, userId);
			const { code } = readCode(given.code);
			await using reservation = await throttle.reserveFactor({ userId, method: "totp", ...from });
			const parameters = { ...usualTotp, secret };
			const now = clock();
			const step = await findStep(parameters, code, now, config.totpDrift);
			if (step !== null) return { id, userId, secret, step, expiresAt };
			reservation.keep();
			await audit.transact((_queries, record) => reservation.recordWaits(record, userId));
			const far = await findStep(parameters, code, now, DRIFT_TO_TELL);
			if (far === null)
				throw new LoginError("second_factor_invalid", "The code is wrong. Enter the next one.");
			const seconds = Math.abs(far - stepAt(now, parameters)) * parameters.period;
			const message = `The clocks of the app and of this service are about ${seconds} seconds apart. Set that of the phone to automatic.`;
			throw new LoginError("second_factor_invalid", message);
		},

		/** Part of the transaction that changes the factors. Throws challenge_invalid: the app was added before, and removed since. */
		async store(queries: Queryable, app: ProvenApp & { name: string; now: number }): Promise<void> {
			const { id, userId, secret, step, expiresAt, name, now } = app;
			// Sent again, it would add an app that has forgotten which codes were used.
			if (!(await useChallenge(queries, id, expiresAt))) throw deadOffer();
			const row = {
				id,
				user_id: userId,
				name,
				secret_sealed: sealTotpSecret(box, { id, userId, secret }),
				...usualTotp,
				last_step: step,
				created_at: now,
				last_used_at: null,
			};
			await insertTotpSecrets(queries, [row]);
		},
	};
}

function deadOffer(): LoginError {
	return new LoginError("challenge_invalid", "The offer has expired. Ask for a new QR code.");
}
