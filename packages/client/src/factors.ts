import type { CallOptions, Connection } from "./connection.ts";
import type {
	FactorAdded,
	FactorList,
	FactorsChanged,
	MessageAnswer,
	RecoveryCodes,
	TotpActivation,
	TotpOffer,
} from "./contract.generated.ts";

/**
 * What a user proves besides the password. Only in cookie mode: a token is refused with `forbidden`. All that changes something
 * takes a fresh authentication, else it rejects with `reauthentication_required`. What adds or removes a factor renews the session:
 * this client continues with the new credential.
 */
export function factors({ send }: Connection, options?: CallOptions): Promise<FactorList> {
	return send("GET /api/auth/factors", options);
}

/** A secret for an authenticator app, with its `uri` for a QR code. Nothing is stored before `activateTotp`. */
export function offerTotp({ send }: Connection, options?: CallOptions): Promise<TotpOffer> {
	return send("POST /api/auth/factors/totp", options);
}

/** Adds the app by a code that it shows; shows the recovery codes, once. Rejects with `second_factor_invalid`, … */
export function activateTotp(
	connection: Connection,
	{ offer, code, name }: TotpActivation,
	options?: CallOptions,
): Promise<FactorAdded> {
	const body = { offer, code, ...(name !== undefined && { name }) };
	return goOn(connection, ({ send }) => send("POST /api/auth/factors/totp/activate", { ...options, body }));
}

export function renameFactor(
	{ send }: Connection,
	{ id, name }: { id: string; name: string },
	options?: CallOptions,
): Promise<MessageAnswer> {
	return send("PATCH /api/auth/factors/{id}", { ...options, id, body: { name } });
}

/** Ends all other sessions. Without another factor, logins take one step again. */
export function removeFactor(
	connection: Connection,
	id: string,
	options?: CallOptions,
): Promise<FactorsChanged> {
	return goOn(connection, ({ send }) => send("DELETE /api/auth/factors/{id}", { ...options, id }));
}

/** Whether a login with the password takes a second step. Ends all other sessions when it changes. */
export function setSecondFactor(
	connection: Connection,
	on: boolean,
	options?: CallOptions,
): Promise<FactorsChanged> {
	return goOn(connection, ({ send }) => send("PUT /api/auth/second-factor", { ...options, body: { on } }));
}

/** Shown once; earlier ones are void. */
export function renewRecoveryCodes({ send }: Connection, options?: CallOptions): Promise<RecoveryCodes> {
	return send("POST /api/auth/recovery-codes", options);
}

async function goOn<Answer extends FactorsChanged>(
	connection: Connection,
	call: (connection: Connection) => Promise<Answer>,
): Promise<Answer> {
	const { credential } = connection;
	const { generation } = credential;
	const answer = await call(connection);
	credential.adopt(answer.credential, generation);
	return answer;
}
