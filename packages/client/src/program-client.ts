import { createCarryToken, type TokenSource, unlessFailed } from "./carry-token.ts";
import { type CallOptions, type ConnectionOptions, connect } from "./connection.ts";
import type { MessageAnswer } from "./contract.generated.ts";
import { createFetchBy, type Fetch, type FetchOptions } from "./fetch.ts";
import { createKeyLogin } from "./key-login.ts";
import { logOut } from "./log-out.ts";

export interface ProgramClientOptions
	extends Pick<ConnectionOptions, "baseUrl" | "fetch" | "clock" | "timeout">,
		Pick<FetchOptions, "origins" | "allowInsecureHttp"> {
	/** The user whose key it is: a person or a service account. */
	username: string;
	/** `sallyport_…`, without white space around it. It is sent to the service only. */
	accessKey: string;
	/** `k1.…`, which the service shows together with the key. Not secret. */
	csrf: string;
}

/** Every call rejects with a SallyportError. */
export interface ProgramClient {
	readonly baseUrl: string;
	/** A token for your APIs that is not about to end. Rejects with `access_key_expired`, `access_key_ended`, `invalid_credentials`, … */
	accessToken(options?: CallOptions): Promise<string>;
	/** The platform's fetch, with a token for the service and for `origins`. */
	fetch: Fetch;
	/** Ends the present session. The next call that needs a token logs in again. */
	logOut(options?: CallOptions): Promise<MessageAnswer>;
}

/** As long as the key lives, so does the access of the program: there may always be another session. */
const curable = ["invalid_token", "session_expired", "session_ended"];

/**
 * For a program with an access key. It logs in when a token is first needed and again shortly before the end of that token, once
 * for parallel calls. Throws a TypeError for what is no access key, and for a URL that a credential must not go to.
 */
export function createProgramClient(options: ProgramClientOptions): ProgramClient {
	const { username, accessKey, ...given } = options;
	const connection = connect<"token">(given);
	const login = createKeyLogin(connection, username, accessKey);
	const source: TokenSource = {
		curable,
		present: (signal) => login.token({ signal: signal ?? undefined }),
		another: (refused, signal) => unlessFailed(() => login.another(refused, { signal: signal ?? undefined })),
	};
	const carry = createCarryToken(connection, source);
	return {
		baseUrl: connection.baseUrl,
		accessToken: login.token,
		fetch: createFetchBy(connection, given, { byToken: carry, toService: carry }),
		logOut: (options) => logOut(connection, options),
	};
}
