import {
	endAccessKey,
	type ListedAccessKey,
	listAccessKeys,
	makeAccessKey,
	renameAccessKey,
	rotateAccessKey,
} from "./access-keys.ts";
import { accessToken } from "./access-token.ts";
import { answerSecondFactor } from "./answer-second-factor.ts";
import { checkSetupLink, completeSetup } from "./complete-setup.ts";
import {
	type CallOptions,
	type ConnectionOptions,
	type CredentialAnswer,
	connect,
	type Mode,
} from "./connection.ts";
import type {
	AccessKeyRotation,
	EndedAnswer,
	FactorAdded,
	FactorList,
	FactorsChanged,
	MadeAccessKey,
	MessageAnswer,
	NewAccessKey,
	PasswordChangeRequest,
	RecoveryCodes,
	SecondFactorRequest,
	SessionAnswer,
	SetupLinkCheck,
	SetupRequest,
	TotpActivation,
	TotpOffer,
	WhoAmI,
} from "./contract.generated.ts";
import {
	activateTotp,
	factors,
	offerTotp,
	removeFactor,
	renameFactor,
	renewRecoveryCodes,
	setSecondFactor,
} from "./factors.ts";
import { createFetch, type Fetch, type FetchOptions } from "./fetch.ts";
import { type Credentials, logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { logInWithPasskey, type PasskeyLogin } from "./passkey.ts";
import { changePassword, type Proof, reauthenticate } from "./password.ts";
import { renew } from "./renew.ts";
import { session } from "./session.ts";
import { endOtherSessions, endSession, type ListedSession, sessions } from "./sessions.ts";

export interface ClientOptions<M extends Mode = "token"> extends ConnectionOptions<M>, FetchOptions {}

/** Every call rejects with a SallyportError. Each is documented at the function of the same name. */
export interface Client<M extends Mode = Mode> {
	readonly baseUrl: string;
	readonly mode: M;
	/** In memory only. To keep it longer, store it yourself and set it on a later client. */
	token: string | undefined;
	logIn(credentials: Credentials, options?: CallOptions): Promise<CredentialAnswer<M>>;
	answerSecondFactor(answer: SecondFactorRequest, options?: CallOptions): Promise<CredentialAnswer<M>>;
	logInWithPasskey(options?: PasskeyLogin): Promise<CredentialAnswer<M>>;
	session(options?: CallOptions): Promise<WhoAmI>;
	renew(options?: CallOptions): Promise<CredentialAnswer<M>>;
	logOut(options?: CallOptions): Promise<MessageAnswer>;
	sessions(options?: CallOptions): Promise<ListedSession[]>;
	endSession(id: string, options?: CallOptions): Promise<MessageAnswer>;
	endOtherSessions(options?: CallOptions): Promise<EndedAnswer>;
	reauthenticate(proof: Proof, options?: CallOptions): Promise<CredentialAnswer<M>>;
	changePassword(change: PasswordChangeRequest, options?: CallOptions): Promise<CredentialAnswer<M>>;
	factors(options?: CallOptions): Promise<FactorList>;
	offerTotp(options?: CallOptions): Promise<TotpOffer>;
	activateTotp(activation: TotpActivation, options?: CallOptions): Promise<FactorAdded>;
	renameFactor(factor: { id: string; name: string }, options?: CallOptions): Promise<MessageAnswer>;
	removeFactor(id: string, options?: CallOptions): Promise<FactorsChanged>;
	setSecondFactor(on: boolean, options?: CallOptions): Promise<FactorsChanged>;
	renewRecoveryCodes(options?: CallOptions): Promise<RecoveryCodes>;
	makeAccessKey(key: NewAccessKey, options?: CallOptions): Promise<MadeAccessKey>;
	listAccessKeys(options?: CallOptions): Promise<ListedAccessKey[]>;
	renameAccessKey(key: { id: string; name: string }, options?: CallOptions): Promise<MessageAnswer>;
	rotateAccessKey(key: { id: string } & AccessKeyRotation, options?: CallOptions): Promise<MadeAccessKey>;
	endAccessKey(id: string, options?: CallOptions): Promise<EndedAnswer>;
	checkSetupLink(link: SetupLinkCheck, options?: CallOptions): Promise<void>;
	completeSetup(setup: SetupRequest, options?: CallOptions): Promise<SessionAnswer>;
	/** The current CSRF token, fetched if there is none. */
	csrf(options?: CallOptions): Promise<string>;
	/** A token for your APIs, also of a cookie session. */
	accessToken(options?: CallOptions): Promise<string>;
	/** The platform's fetch, with the credential for permitted origins. */
	fetch: Fetch;
	/** Calls back when the token or the CSRF token changes; returns a function that unsubscribes. */
	watch(listener: () => void): () => void;
}

/** Throws a TypeError for a base URL or an origin that a credential must not go to. */
export function createClient<M extends Mode = "token">(options: ClientOptions<M>): Client<M> {
	const connection = connect(options);
	const { baseUrl, mode, credential } = connection;
	const calls: Omit<Client<M>, "token"> = {
		baseUrl,
		mode,
		logIn: (credentials, options) => logIn(connection, credentials, options),
		answerSecondFactor: (answer, options) => answerSecondFactor(connection, answer, options),
		logInWithPasskey: (options) => logInWithPasskey(connection, options),
		session: (options) => session(connection, options),
		renew: (options) => renew(connection, options),
		logOut: (options) => logOut(connection, options),
		sessions: (options) => sessions(connection, options),
		endSession: (id, options) => endSession(connection, id, options),
		endOtherSessions: (options) => endOtherSessions(connection, options),
		reauthenticate: (proof, options) => reauthenticate(connection, proof, options),
		changePassword: (change, options) => changePassword(connection, change, options),
		factors: (options) => factors(connection, options),
		offerTotp: (options) => offerTotp(connection, options),
		activateTotp: (activation, options) => activateTotp(connection, activation, options),
		renameFactor: (factor, options) => renameFactor(connection, factor, options),
		removeFactor: (id, options) => removeFactor(connection, id, options),
		setSecondFactor: (on, options) => setSecondFactor(connection, on, options),
		renewRecoveryCodes: (options) => renewRecoveryCodes(connection, options),
		makeAccessKey: (key, options) => makeAccessKey(connection, key, options),
		listAccessKeys: (options) => listAccessKeys(connection, options),
		renameAccessKey: (key, options) => renameAccessKey(connection, key, options),
		rotateAccessKey: (key, options) => rotateAccessKey(connection, key, options),
		endAccessKey: (id, options) => endAccessKey(connection, id, options),
		checkSetupLink: (link, options) => checkSetupLink(connection, link, options),
		completeSetup: (setup, options) => completeSetup(connection, setup, options),
		csrf: connection.csrf,
		accessToken: (options) => accessToken(connection, options),
		fetch: createFetch(connection, options),
		watch: credential.watch,
	};
	// Not enumerable: logging or serializing a client shows no token.
	const token = { get: () => credential.token, set: credential.give };
	return Object.defineProperty(calls, "token", token) as Client<M>;
}
