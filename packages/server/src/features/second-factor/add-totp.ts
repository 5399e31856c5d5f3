import type { Identity } from "../../identity/create-identity.ts";
import { sealedTotpSecrets, sealTotpSecret } from "../../identity/factor/sealed-totp-secrets.ts";
import { describeTotp, findStep, newTotpSecret, stepAt, usualTotp } from "../../identity/factor/totp.ts";
import { insertTotpSecret, listTotpSecrets } from "../../identity/factor/totp-store.ts";
import { readCode } from "../../identity/factor/typed-code.ts";
import { LoginError } from "../../platform/errors.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Caller, Changed, ChangeFactors } from "./change-factors.ts";

/** An old phone and a new one. */
const MOST_APPS = 2;
const OFFER_LIFETIME = 10 * 60_000;
/** How far clocks are looked at to say that they differ; such a code is never accepted. */
const DRIFT_TO_TELL = 10;

interface Offer {
	/** Of the row to come: an offer that is sent again would be a second app whose codes are each good once more. */
	id: string;
	userId: string;
	secret: string;
	expiresAt: number;
}

/** An authenticator app: offered first, and stored when the user has shown that the app makes the right codes. */
export function createAddTotp(
	{ opened: { database }, keyring, id: deploymentId, clock, config, random, audit }: Platform,
	{ throttle }: Identity,
	{ demandFreshUser, change }: ChangeFactors,
) {
	const offers = keyring.box("totp offer");
	const box = keyring.box(sealedTotpSecrets.label);

	async function demandRoom(userId: string, newId: string): Promise<void> {
		const present = await listTotpSecrets(database, userId);
		if (present.length >= MOST_APPS) throw new LoginError("factor_exists");
		if (present.some(({ id }) => id === newId))
			throw new LoginError("factor_exists", { message: "This app was added already." });
	}

	function openOffer(text: string, userId: string): { id: string; secret: Buffer } {
		const plain = offers.open(Buffer.from(text, "base64url"), deploymentId);
		const offer = plain === null ? null : (JSON.parse(plain.toString()) as Offer);
		if (offer === null || offer.userId !== userId || clock() >= offer.expiresAt) {
			const message = "The offer has expired. Ask for a new QR code.";
			throw new LoginError("challenge_invalid", { message });
		}
		return { id: offer.id, secret: Buffer.from(offer.secret, "base64url") };
	}

	/** The step of a right code. Counted as any other guess at a code, and before it is looked at. */
	async function demandRightCode(caller: Caller, secret: Buffer, code: string): Promise<number> {
		const { principal, requester } = caller;
		const userId = principal.user.id;
		const known = { by: "session", reference: principal.session.csrfReference } as const;
		await using reservation = await throttle.reserveFactor({ userId, known, requester });
		const parameters = { ...usualTotp, secret };
		const now = clock();
		const step = await findStep(parameters, code, now, config.totpDrift);
		if (step !== null) return step;
		reservation.stand();
		await audit.transact((_queries, record) => reservation.failed(record, userId));
		const far = await findStep(parameters, code, now, DRIFT_TO_TELL);
		if (far === null)
			throw new LoginError("second_factor_invalid", { message: "The code is wrong. Enter the next one." });
		const seconds = Math.abs(far - stepAt(now, parameters)) * parameters.period;
		const message = `The clocks of the app and of this service are about ${seconds} seconds apart. Set that of the phone to automatic.`;
		throw new LoginError("second_factor_invalid", { message });
	}

	return {
		/** Nothing is stored. Throws reauthentication_required, factor_exists. */
		async offer(caller: Caller): Promise<{ offer: string; secret: string; uri: string }> {
			const user = await demandFreshUser(caller);
			const id = randomUuid(random);
			await demandRoom(user.id, id);
			const secret = newTotpSecret(random);
			const offer: Offer = {
				id,
				userId: user.id,
				secret: secret.toString("base64url"),
				expiresAt: clock() + OFFER_LIFETIME,
			};
			const sealed = offers.seal(Buffer.from(JSON.stringify(offer)), deploymentId);
			const app = { issuer: new URL(config.baseUrl).host, username: user.username };
			const described = await describeTotp({ ...usualTotp, secret }, app);
			return { offer: sealed.toString("base64url"), ...described };
		},

		/**
		 * Stores the app and turns two-step login on. The code is used up by it. Throws reauthentication_required,
		 * challenge_invalid, factor_exists, second_factor_invalid, rate_limited.
		 */
		async activate(
			caller: Caller,
			given: { offer: string; code: string; name: string },
		): Promise<Changed & { id: string }> {
			const user = await demandFreshUser(caller);
			const { id, secret } = openOffer(given.offer, user.id);
			await demandRoom(user.id, id);
			const typed = readCode(given.code);
			const step = await demandRightCode(caller, secret, typed.code);
			const { id: userId } = user;
			const { client } = caller.requester;
			const changed = await change(caller, user, {
				secondFactorAt: user.secondFactorAt ?? clock(),
				proves: ["otp", "mfa"],
				needsRecoveryCodes: true,
				endsOthers: false,
				async work(queries, record, now) {
					await insertTotpSecret(queries, {
						id,
						user_id: userId,
						name: given.name,
						secret_sealed: sealTotpSecret(box, { id, userId, secret }),
						...usualTotp,
						last_step: step,
						created_at: now,
						last_used_at: null,
					});
					const detail = { method: "totp" } as const;
					const of = { userId, sessionId: caller.principal.session.id, client };
					await record({ event: "authn_factor_added", ...of, detail });
				},
			});
			return { ...changed, id };
		},
	};
}
