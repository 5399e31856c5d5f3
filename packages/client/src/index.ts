/**
 * Logs in to Sallyport from browsers and programs. Most callers only need `createClient`; where bytes count, `connect` and
 * single operations keep unused code out of a bundle.
 */

export {
	endAccessKey,
	type ListedAccessKey,
	listAccessKeys,
	makeAccessKey,
	renameAccessKey,
	rotateAccessKey,
} from "./access-keys.ts";
export { accessToken } from "./access-token.ts";
export {
	type AdminCall,
	type AdminCallOptions,
	type AdminClient,
	type AdminList,
	type AdminOperation,
	createAdminClient,
	type Listed,
} from "./admin-client.ts";
export { answerSecondFactor } from "./answer-second-factor.ts";
export { checkSetupLink, completeSetup } from "./complete-setup.ts";
export {
	type CallOptions,
	type Connection,
	type ConnectionOptions,
	type CredentialAnswer,
	connect,
	type LoginQuestion,
	type Mode,
} from "./connection.ts";
export type * from "./contract.generated.ts";
export { type Client, type ClientOptions, createClient } from "./create-client.ts";
export type { Credential } from "./credential.ts";
export { type ClientErrorCode, type Code, type FieldError, SallyportError } from "./error.ts";
export {
	activateTotp,
	factors,
	offerTotp,
	removeFactor,
	renameFactor,
	renewRecoveryCodes,
	setSecondFactor,
} from "./factors.ts";
export { createFetch, type Fetch, type FetchOptions } from "./fetch.ts";
export { type Credentials, logIn } from "./log-in.ts";
export { logOut } from "./log-out.ts";
export {
	type AskForPasskey,
	type AskOptions,
	askForPasskey,
	logInWithPasskey,
	type PasskeyLogin,
} from "./passkey.ts";
export { changePassword, type Proof, reauthenticate } from "./password.ts";
export { createProgramClient, type ProgramClient, type ProgramClientOptions } from "./program-client.ts";
export { errorOf } from "./read-response.ts";
export { renew } from "./renew.ts";
export { session } from "./session.ts";
export { endOtherSessions, endSession, type ListedSession, sessions } from "./sessions.ts";
export type { Reauthenticate } from "./step-up.ts";
