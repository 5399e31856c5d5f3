/**
 * Second factors: what a user proves besides the password.
 *
 * Routes of operations/factor/: how factors are added, named and removed, recovery codes, and the switch. How they are checked is in
 * identity/factor/; the second step of a login is in login/.
 *
 *   offered → active → removed          two-step login: off ⇄ on          recovery code: unused → used
 *
 * Everything here takes the cookie of a session: APIs that got a token could use it. Every change takes a fresh authentication, ends
 * what rests on less, and gives the caller another credential.
 */
import type { Caller } from "../../credentials/session/caller.ts";
import { requireFactorName } from "../../identity/factor/factor-name.ts";
import type { Changed } from "../../operations/factor/apply-factor-change.ts";
import type { ErrorCode } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { closedObject, flag, operation } from "../../platform/openapi/operation.ts";
import { ownId } from "../schemas/common.ts";
import {
	FactorAdded,
	FactorList,
	FactorsChanged,
	factorName,
	RecoveryCodesAnswer,
	TotpActivation,
	TotpOffer,
} from "../schemas/factor.ts";
import { MessageAnswer } from "../schemas/session.ts";
import type { Parts } from "../uses.ts";

const tags = ["Second factors"] as const;
const access = "cookie-session" as const;
const changeErrors: ErrorCode[] = [
	"reauthentication_required",
	"challenge_invalid",
	"rate_limited",
	"overloaded",
];
const responseHeaders = ["Set-Cookie"] as const;

const listOperation = operation({
	operationId: "listFactors",
	summary: "List own factors",
	tags,
	response: { 200: FactorList },
	access,
});

const offerTotpOperation = operation({
	operationId: "offerTotp",
	summary: "Offer an authenticator app",
	description: "A new secret, sealed into the answer. Nothing changes before a code of it is sent.",
	tags,
	response: { 200: TotpOffer },
	access,
	errors: ["reauthentication_required", "factor_exists"],
});

const activateTotpOperation = operation({
	operationId: "activateTotp",
	summary: "Add an authenticator app",
	description:
		"Stores the offered secret when the code is right, and turns two-step login on. The first time it answers with recovery codes, and ends all other sessions.",
	tags,
	body: TotpActivation,
	response: { 201: FactorAdded },
	access,
	errors: [...changeErrors, "factor_exists", "second_factor_invalid", "upgrade_in_progress"],
	responseHeaders,
});

const renameOperation = operation({
	operationId: "renameFactor",
	summary: "Name a factor",
	tags,
	params: ownId,
	body: closedObject("FactorName", null, { name: factorName }),
	response: { 200: MessageAnswer },
	access,
	errors: ["not_found", "rate_limited"],
});

const removeOperation = operation({
	operationId: "removeFactor",
	summary: "Remove a factor",
	description:
		"Ends all other sessions. Without another factor, logins take one step again; where the service requires a second factor, the last one stays.",
	tags,
	params: ownId,
	response: { 200: FactorsChanged },
	access,
	errors: [...changeErrors, "not_found", "second_factor_demanded"],
	responseHeaders,
});

const switchOperation = operation({
	operationId: "switchSecondFactor",
	summary: "Turn two-step login on or off",
	description:
		"Ends all other sessions when it changes. On, with passkeys alone, takes recovery codes that were made before. Off keeps the factors, and removes the recovery codes.",
	tags,
	body: closedObject("SecondFactorSwitch", null, {
		on: flag("Whether a login with the password takes a second step."),
	}),
	response: { 200: FactorsChanged },
	access,
	errors: [
		...changeErrors,
		"factor_missing",
		"recovery_codes_missing",
		"second_factor_demanded",
		"upgrade_in_progress",
	],
	responseHeaders,
});

const renewCodesOperation = operation({
	operationId: "renewRecoveryCodes",
	summary: "Make new recovery codes",
	description: "Needs a factor. They count while two-step login is on.",
	tags,
	response: { 201: RecoveryCodesAnswer },
	access,
	errors: [...changeErrors, "factor_missing"],
});

export function createSecondFactorFeature({
	guards,
	giveCredential,
	secondFactorPolicy,
	passkeyOptions,
	factors,
	listOwnFactors,
	apps: totp,
}: Parts): Feature {
	const onRequest = guards.loggedInByCookie;

	function answer(
		reply: Parameters<typeof giveCredential.byCookie>[0],
		{ principal }: Caller,
		{ renewed, recoveryCodes }: Changed,
	) {
		const given = { ...renewed, user: principal.user, message: "Session renewed", remembersDevice: true };
		return { recoveryCodes, credential: giveCredential.byCookie(reply, given) };
	}

	return {
		name: "Second factors",
		description: "What a user proves besides the password.",
		routes(app) {
			app.get("/api/auth/factors", { onRequest, schema: listOperation }, async (request) => {
				const caller = guards.callerOf(request).principal.user;
				const { party, handleOf } = passkeyOptions;
				const { user, factors: found, recoveryCodes: codes, passkeys } = await listOwnFactors(caller.id);
				const on = user.secondFactorAt !== null;
				const dueAt = on ? null : secondFactorPolicy.dueAt(user);
				return {
					secondFactor: {
						on,
						demanded: secondFactorPolicy.isRequired(user),
						dueAt: timestamp(dueAt),
					},
					factors: found.map(({ createdAt, lastUsedAt, ...factor }) => ({
						...factor,
						createdAt: timestamp(createdAt),
						lastUsedAt: timestamp(lastUsedAt),
					})),
					recoveryCodes: codes && { left: codes.left, createdAt: timestamp(codes.createdAt) },
					passkeys: party && {
						rpId: party.id,
						userId: handleOf(user.id),
						allAcceptedCredentialIds: passkeys.map(({ credentialId }) => credentialId),
					},
				};
			});

			app.post("/api/auth/factors/totp", { onRequest, schema: offerTotpOperation }, (request, reply) =>
				totp.offer(guards.requestingCallerOf(request, reply)),
			);

			const activate = { onRequest, schema: activateTotpOperation };
			app.post("/api/auth/factors/totp/activate", activate, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				const { name = "Authenticator app", ...given } = request.body;
				requireFactorName(name);
				const { id, ...changed } = await totp.activate(caller, { ...given, name });
				return reply.code(201).send({ id, ...answer(reply, caller, changed) });
			});

			app.patch("/api/auth/factors/:id", { onRequest, schema: renameOperation }, async (request) => {
				const { user } = guards.callerOf(request).principal;
				const { name } = request.body;
				requireFactorName(name);
				await factors.rename({ userId: user.id, id: request.params.id, name });
				return { message: "Renamed" };
			});

			app.delete("/api/auth/factors/:id", { onRequest, schema: removeOperation }, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				return answer(reply, caller, await factors.remove(caller, request.params.id));
			});

			app.put("/api/auth/second-factor", { onRequest, schema: switchOperation }, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				return answer(reply, caller, await factors.switch(caller, request.body.on));
			});

			const renew = { onRequest, schema: renewCodesOperation };
			app.post("/api/auth/recovery-codes", renew, async (request, reply) => {
				const codes = await factors.renewRecoveryCodes(guards.requestingCallerOf(request, reply));
				return reply.code(201).send({ codes });
			});
		},
	};
}
