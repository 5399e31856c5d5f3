import type { CallOptions, Connection, CredentialAnswer, Mode } from "./connection.ts";
import type { PasskeyAssertion, PasskeyRequest } from "./contract.generated.ts";
import { SallyportError } from "./error.ts";

/** Asks the user for a passkey. */
export type AskForPasskey = (request: PasskeyRequest) => Promise<PasskeyAssertion>;

export interface PasskeyLogin extends CallOptions {
	/** Default: `askForPasskey`. */
	ask?: AskForPasskey | undefined;
	/** As for `logIn`; read after `ask`. */
	remember?: boolean;
}

/** As `navigator.credentials.get` takes them. */
export interface AskOptions {
	/** `conditional`: among the usernames that the browser fills in. */
	mediation?: "conditional";
	signal?: AbortSignal;
}

interface Asked extends AskOptions {
	publicKey: unknown;
}

/** What browsers have of WebAuthn 3; the rest of the library runs without a DOM. */
interface Browser {
	PublicKeyCredential?: { parseRequestOptionsFromJSON?(request: PasskeyRequest): unknown };
	navigator?: { credentials?: { get(asked: Asked): Promise<{ toJSON(): PasskeyAssertion } | null> } };
}

/**
 * Lets the browser ask the user for a passkey: for `logInWithPasskey`, or for the second step with member `passkey` of the error
 * `second_factor_required`. Rejects with `aborted` (given up, or none that fits) or `not_supported`.
 */
export async function askForPasskey(
	request: PasskeyRequest,
	options: AskOptions = {},
): Promise<PasskeyAssertion> {
	const { PublicKeyCredential, navigator } = globalThis as Browser;
	const publicKey = PublicKeyCredential?.parseRequestOptionsFromJSON?.(request);
	if (publicKey === undefined || !navigator?.credentials)
		throw new SallyportError("not_supported", "This browser does not support passkeys at this address.");
	let cause: unknown;
	const found = await navigator.credentials.get({ ...options, publicKey }).catch((error: unknown) => {
		cause = error;
	});
	if (!found) throw new SallyportError("aborted", "No passkey was given.", { cause });
	return found.toJSON();
}

/** Logs in without a username and password. Rejects with `passkey_unknown`, `passkey_invalid`, `rate_limited`, `aborted`, … */
export async function logInWithPasskey<M extends Mode>(
	{ mode, send, credential }: Connection<M>,
	options: PasskeyLogin = {},
): Promise<CredentialAnswer<M>> {
	const { ask = askForPasskey, signal, timeout } = options;
	const call = { signal, timeout, beforeLogin: true };
	const offer = await send("POST /api/auth/login/passkey/options", { ...call, body: {} });
	const { challenge } = offer;
	const passkey = await ask(offer.passkey);
	const body = {
		challenge,
		passkey,
		...(options.remember && { remember: true }),
		...(mode === "cookie" && { session: true }),
	};
	const response = await send("POST /api/auth/login/passkey", { ...call, body });
	credential.adopt(response);
	return response as CredentialAnswer<M>;
}
