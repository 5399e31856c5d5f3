import { checkSetupLink, completeSetup } from "./complete-setup.ts";
import {
	type CallOptions,
	type ConnectionOptions,
	type CredentialAnswer,
	connect,
	type Mode,
} from "./connection.ts";
import type {
	EndedAnswer,
	MessageAnswer,
	PasswordChangeRequest,
	SessionAnswer,
	SetupLinkCheck,
	SetupRequest,
	WhoAmI,
} from "./contract.generated.ts";
import { createFetch, type Fetch, type FetchOptions } from "./fetch.ts";
import { type Credentials, logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { logInWithPasskey, type PasskeyLogin } from "./passkey.ts";
import { changePassword, reauthenticate } from "./password.ts";
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
	logInWithPasskey(options?: PasskeyLogin): Promise<CredentialAnswer<M>>;
	session(options?: CallOptions): Promise<WhoAmI>;
	renew(options?: CallOptions): Promise<CredentialAnswer<M>>;
	logOut(options?: CallOptions): Promise<MessageAnswer>;
	sessions(options?: CallOptions): Promise<ListedSession[]>;
	endSession(id: string, options?: CallOptions): Promise<MessageAnswer>;
	endOtherSessions(options?: CallOptions): Promise<EndedAnswer>;
	reauthenticate(password: string, options?: CallOptions): Promise<CredentialAnswer<M>>;
	changePassword(change: PasswordChangeRequest, options?: CallOptions): Promise<CredentialAnswer<M>>;
	checkSetupLink(link: SetupLinkCheck, options?: CallOptions): Promise<void>;
	completeSetup(setup: SetupRequest, options?: CallOptions): Promise<SessionAnswer>;
	/** The current CSRF token, fetched if there is none. */
	csrf(options?: CallOptions): Promise<string>;
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
		logInWithPasskey: (options) => logInWithPasskey(connection, options),
		session: (options) => session(connection, options),
		renew: (options) => renew(connection, options),
		logOut: (options) => logOut(connection, options),
		sessions: (options) => sessions(connection, options),
		endSession: (id, options) => endSession(connection, id, options),
		endOtherSessions: (options) => endOtherSessions(connection, options),
		reauthenticate: (password, options) => reauthenticate(connection, password, options),
		changePassword: (change, options) => changePassword(connection, change, options),
		checkSetupLink: (link, options) => checkSetupLink(connection, link, options),
		completeSetup: (setup, options) => completeSetup(connection, setup, options),
		csrf: connection.csrf,
		fetch: createFetch(connection, options),
		watch: credential.watch,
	};
	// Not enumerable: logging or serializing a client shows no token.
	const token = { get: () => credential.token, set: credential.give };
	return Object.defineProperty(calls, "token", token) as Client<M>;
}
