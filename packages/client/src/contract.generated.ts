/** Generated from the contract (docs/openapi.json) by npm run generate. */

/** The user's keys: living ones before others, the newest first. */
export interface AccessKeyList {
	/** At most 50 that live. */
	accessKeys: Array<{
		/** Of the key; never a credential. Equal to the claim access_key. */
		id: string;
		/** For people: which program has it. */
		name: string;
		/** Its first four random characters, to tell keys apart. */
		hint: string;
		/** The header csrf of its logins. Good for nothing else, and as long as the key lives. */
		csrf: string;
		/** The most that its sessions may be. */
		role: "user" | "admin";
		/** What it is limited to; empty: to nothing. */
		scopes: Array<string>;
		/** CIDR ranges that it may log in from; empty: from anywhere. */
		addresses: Array<string>;
		/** Whether it logs in. */
		state: "active" | "expired" | "ended";
		/** When it was made. */
		createdAt: string;
		/** When it ends, at the latest. */
		expiresAt: string;
		/** When it was ended before that; null: it was not. */
		endedAt: string | null;
		/** Why it was: by_owner, by_admin, leaked or rotated. */
		endReason: string | null;
		/** When it logged in last, to the minute; null: never. */
		lastUsedAt: string | null;
		/** IP address of that login. */
		lastUsedAddress: string | null;
		/** The key that took its place by a rotation. */
		replacedBy: string | null;
		/** How many of its sessions live. */
		liveSessions: number;
	}>;
	/** Whether the service lets this user make keys: SALLYPORT_ACCESS_KEYS. */
	allowed: boolean;
	/** Names that a key can be limited to: SALLYPORT_SCOPES. Empty: there are none. */
	scopes: Array<string>;
}

export interface AccessKeyName {
	/** For people: which program has it. */
	name: string;
}

export interface AccessKeyRotation {
	/** Seconds for which the old key stays good; a day unless given. 0: it ends at once. */
	overlap?: number;
}

/** A session of a user. */
export interface AdministeredSession {
	/** The session's id, as in the claim sid. Never a credential. */
	id: string;
	/** How it is carried: by a JWT or by a cookie. */
	kind: "token" | "cookie";
	/** When the login was. */
	createdAt: string;
	/** When all that a login requires was proven last. */
	authenticatedAt: string;
	/** How strong that was: one factor, two, or one that cannot be phished; 0: no person, but a program with an access key. Equal to the claim acr. */
	acr: "aal1" | "aal2" | "phr" | "0";
	/** What was proven then (RFC 8176); equal to the claim amr. */
	amr: Array<"pwd" | "otp" | "pop" | "user" | "mfa" | "key">;
	/** When it was used last, to the minute. */
	lastSeenAt: string;
	/** The session ends then, whatever happens. */
	expiresAt: string;
	/** A cookie session ends then unless used, a token session unless renewed. */
	idleExpiresAt: string;
	/** true: the user asked to stay logged in, and its cookie outlives the browser. Left out of others. */
	remember?: boolean;
	/** The access key that began it. Left out of sessions of people. */
	accessKeyId?: string;
	/** What that key is limited to: names, separated by spaces. Left out if to nothing. */
	scope?: string;
	/** Of its user. */
	userId: string;
	/** In its canonical form. */
	username: string;
	/** IP address that the login came from. */
	clientAddress: string | null;
	/** What the client of the login said it is. */
	userAgent: string | null;
	/** When it was ended. */
	endedAt: string | null;
	/** Why it was. */
	endReason: string | null;
}

/** Some of the keys. */
export interface AllAccessKeyPage {
	/** Those first that end first. */
	accessKeys: Array<{
		/** Of the key; never a credential. Equal to the claim access_key. */
		id: string;
		/** For people: which program has it. */
		name: string;
		/** Its first four random characters, to tell keys apart. */
		hint: string;
		/** The most that its sessions may be. */
		role: "user" | "admin";
		/** What it is limited to; empty: to nothing. */
		scopes: Array<string>;
		/** CIDR ranges that it may log in from; empty: from anywhere. */
		addresses: Array<string>;
		/** Whether it logs in. */
		state: "active" | "expired" | "ended";
		/** When it was made. */
		createdAt: string;
		/** When it ends, at the latest. */
		expiresAt: string;
		/** When it was ended before that; null: it was not. */
		endedAt: string | null;
		/** Why it was: by_owner, by_admin, leaked or rotated. */
		endReason: string | null;
		/** When it logged in last, to the minute; null: never. */
		lastUsedAt: string | null;
		/** IP address of that login. */
		lastUsedAddress: string | null;
		/** The key that took its place by a rotation. */
		replacedBy: string | null;
		/** Whose it is. */
		username: string;
		/** Since when the user is disabled, and the key refused. */
		userDisabledAt: string | null;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
	/** Names that a key can be limited to: SALLYPORT_SCOPES. Empty: there are none. */
	scopes: Array<string>;
}

/** Some of the sessions. */
export interface AllSessionPage {
	/** In the order of the list. */
	sessions: Array<AdministeredSession>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** The applications that know the user. */
export interface ApplicationList {
	/** By name. Empty where SALLYPORT_OIDC is off. */
	applications: Array<{
		/** Its client_id. */
		id: string;
		/** For people. */
		name: string;
		/** Where its users begin; null: there is no such page, or no user may log in there now. */
		launchUrl: string | null;
		/** What it may know. Of one that is trusted: what it may ask for. */
		scopes: Array<string>;
		/** When the user agreed or, where none was asked, logged in there; null: that session is over. */
		grantedAt: string | null;
		/** When a session that lives was used there last; null: there is none. */
		lastUsedAt: string | null;
		/** Whether it knows every user who logs in there, without a question. */
		isTrusted: boolean;
		/** Whether it stays connected when the user logs out. */
		offline: boolean;
	}>;
}

/** What happened. */
export interface AuditEvent {
	/** Of the event. */
	id: string;
	/** When it was. */
	time: string;
	/** What it was, by its name in the list of events. */
	event: string;
	/** How grave it is. */
	level: "info" | "warn" | "error";
	/** Who caused it. */
	actorKind: string | null;
	/** Of the user, the access key, or the account of the operator. */
	actorId: string | null;
	/** The username of the actor, as of now; null: unknown, or gone. */
	actorName: string | null;
	/** The user that it is about. */
	userId: string | null;
	/** The username, as of now; null: it is about none, or the user is gone. */
	username: string | null;
	/** The name of the application that it is about, as of now; null: it is about none, or it is gone. */
	clientName: string | null;
	/** The session that it is about; else the one in which an admin or a program acted. */
	sessionId: string | null;
	/** The request that caused it. */
	requestId: string | null;
	/** IP address that it came from. */
	clientAddress: string | null;
	/** What the client said it is. */
	userAgent: string | null;
	/** What the list of events says of its kind. */
	detail: Record<string, unknown>;
}

export interface BulkAct {
	/** What to do. */
	action: "disable" | "enable" | "unlock" | "end_sessions" | "invite" | "add_group" | "remove_group" | "delete";
	/** Of the users. */
	ids: Array<string>;
	/** Which group, for `add_group` and `remove_group`. */
	group?: string;
	/** For `delete`: how many users these are. */
	confirm?: number;
}

/** What came of each. */
export interface BulkResult {
	/** In the order of the ids. */
	results: Array<{
		/** Of the user. */
		id: string;
		/** What came of it. */
		status: "done" | "refused";
		/** Why it was refused: an error code. */
		code: string | null;
	}>;
}

/** It is done. */
export interface ChangedClient {
	client: Client;
	/** What differs from before. */
	members: Array<string>;
	/** In how many sessions its logins ended. */
	ended: number;
}

/** It is done. */
export interface ChangedProfile {
	user: User;
	/** What differs from before, the username apart. */
	members: Array<string>;
	/** The username before; null: it is the same. */
	formerUsername: string | null;
	/** How many sessions ended. */
	ended: number;
}

/** It is done. */
export interface ChangedUser {
	user: User;
	/** How many sessions ended. */
	ended: number;
}

/** An application that users log in to. */
export interface Client {
	/** Its `client_id`. */
	id: string;
	/** For people, on the page that asks them. */
	name: string;
	/** Where it runs: on a server, in the browser, on devices. It never changes. */
	kind: "web" | "spa" | "native";
	/** Of a disabled one, all logins are refused. */
	state: "active" | "disabled";
	/** Where users come back to: compared as text. */
	redirectUris: Array<string>;
	/** Where users may be sent after a logout. */
	postLogoutUris: Array<string>;
	/** Where logout tokens go (OpenID Connect Back-Channel Logout); null: it is notified of no logout. */
	logoutUri: string | null;
	/** Where users begin; null: no page of it is listed. */
	launchUrl: string | null;
	/** How it authenticates at the token endpoint: in exactly this way. */
	authMethod: "client_secret_basic" | "client_secret_post" | "none";
	/** `optional` is for applications on servers that do not know it. */
	pkce: "required" | "optional";
	/** What it may ask for. `openid` is always among them. */
	scopes: Array<"openid" | "profile" | "email" | "groups" | "offline_access">;
	/** Groups whose members may use it; null: every user may. */
	allowedGroups: Array<string> | null;
	/** Whether users are not asked if it may know them: for applications of your own. */
	trusted: boolean;
	/** The least that each login to it takes: two factors, or a passkey; null: what the user has. */
	requireAcr: "aal2" | "phr" | null;
	/** How many days its access outlives the session; 0: it ends with it. */
	offlineDays: number;
	/** Whether plain http is permitted beyond loopback, in a network of your own. */
	insecure: boolean;
	/** Those that have not ended: two at most. Never the secrets themselves. */
	secrets: Array<{
		/** Of the secret. */
		id: string;
		/** Its first four random characters. */
		hint: string;
		/** When it was made. */
		createdAt: string;
		/** When it ends; null: it has no end. */
		expiresAt: string | null;
		/** When it was used last, to the minute; null: never. */
		lastUsedAt: string | null;
	}>;
	/** How many users let it know them, counted up to 10,000. */
	users: number;
	/** When it was registered. */
	createdAt: string;
	/** When it was used last, to the minute; null: never. */
	lastUsedAt: string | null;
	/** Since when it is disabled; null: it is active. */
	disabledAt: string | null;
	/** Counts changes; logins are none. It is the ETag. */
	version: number;
}

/** A merge patch: what is missing stays, null removes. */
export interface ClientChange {
	/** For people, on the page that asks them. */
	name?: string;
	/** Where users come back to: compared as text. */
	redirectUris?: Array<string>;
	/** Where users may be sent after a logout. */
	postLogoutUris?: Array<string>;
	/** Where logout tokens go (OpenID Connect Back-Channel Logout); null: it is notified of no logout. */
	logoutUri?: string | null;
	/** Where users begin; null: no page of it is listed. */
	launchUrl?: string | null;
	/** How it authenticates at the token endpoint: in exactly this way. */
	authMethod?: "client_secret_basic" | "client_secret_post" | "none";
	/** `optional` is for applications on servers that do not know it. */
	pkce?: "required" | "optional";
	/** What it may ask for. `openid` is always among them. */
	scopes?: Array<"openid" | "profile" | "email" | "groups" | "offline_access">;
	/** Groups whose members may use it; null: every user may. */
	allowedGroups?: Array<string> | null;
	/** Whether users are not asked if it may know them: for applications of your own. */
	trusted?: boolean;
	/** The least that each login to it takes: two factors, or a passkey; null: what the user has. */
	requireAcr?: "aal2" | "phr" | null;
	/** How many days its access outlives the session; 0: it ends with it. */
	offlineDays?: number;
	/** Whether plain http is permitted beyond loopback, in a network of your own. */
	insecure?: boolean;
}

export interface ClientDeletion {
	/** The id of the application. */
	confirm: string;
}

/** Some of the applications, by name. */
export interface ClientPage {
	/** By name. */
	clients: Array<Client>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** How a known application is registered. */
export interface ClientTemplate {
	/** By which it is named. */
	name: string;
	/** The name of the application. */
	title: string;
	/** Where it runs: on a server, in the browser, on devices. It never changes. */
	kind: "web" | "spa" | "native";
	/** How it authenticates at the token endpoint: in exactly this way. */
	authMethod: "client_secret_basic" | "client_secret_post" | "none";
	/** `optional` is for applications on servers that do not know it. */
	pkce: "required" | "optional";
	/** What it may ask for. `openid` is always among them. */
	scopes: Array<"openid" | "profile" | "email" | "groups" | "offline_access">;
	/** With `{url}` for the address of the application. */
	redirectUris: Array<string>;
	/** The same, where it takes logout tokens. */
	logoutUri: string | null;
	/** Whether it has an address of its own, which is to be given. */
	hasUrl: boolean;
	/** How it is known to be right. */
	checked: "run here" | "by its documents";
	/** What the application says of it. */
	documents: string;
}

/** All of them, by name. */
export interface ClientTemplates {
	/** By name. */
	templates: Array<ClientTemplate>;
}

/** Some of the users. */
export interface ClientUserPage {
	/** In the order of their ids. */
	users: Array<{
		/** Of the user. */
		id: string;
		/** In its canonical form. */
		username: string;
		/** The name for people. */
		displayName: string;
		/** What it may know. */
		scopes: Array<string>;
		/** When the user agreed. */
		grantedAt: string;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** A CSRF token, written differently at each call. */
export interface CsrfAnswer {
	/** For the header csrf of a login, and of the unsafe calls of this session. */
	csrf: string;
}

/** The application is gone. */
export interface DeletedClient {
	/** How many users had let it know them. */
	users: number;
	/** In how many sessions its logins ended. */
	ended: number;
}

/** The group is gone. */
export interface DeletedGroup {
	/** How many were in it. */
	members: number;
	/** How many sessions ended. */
	ended: number;
}

/** The mail is on its way. */
export interface EmailChangeAnswer {
	/** The result, for people. */
	message: string;
}

export interface EmailChangeRequest {
	/** One address, without a name. */
	email: string;
}

export interface EmailConfirmation {
	/** What the link carries behind #token=. */
	token: string;
}

/** How many sessions ended. */
export interface EndedAnswer {
	/** The result, for people. */
	message: string;
	/** How many sessions ended. */
	ended: number;
}

/** It knows the user no longer. */
export interface EndedApplication {
	/** In how many sessions its logins ended. */
	ended: number;
}

/** It is done. */
export interface EndedClientSecret {
	/** Says so. */
	message: string;
}

/** It is done. */
export interface EndedSessions {
	/** How many sessions ended. */
	ended: number;
}

export interface EnrolmentActivation {
	/** Member `challenge` of the answer that asked for the second factor. */
	challenge: string;
	/** The offered secret, sealed; good for ten minutes. */
	offer: string;
	/** A code that the app shows now. */
	code: string;
}

/** A cookie session; its secret is in Set-Cookie only. */
export interface EnrolmentAnswer {
	/** The user's id. Never a credential. */
	id: string;
	/** The result, for people. */
	message: string;
	/** For the header csrf of the unsafe calls that follow. */
	csrf: string;
	/** The session ends then, whatever happens. */
	expiresAt: string;
	/** Each is good once, instead of a code of the app. Shown now and never again. */
	recoveryCodes: Array<string>;
}

export interface EnrolmentByPasskey {
	/** Member `challenge` of the answer that asked for the second factor. */
	challenge: string;
	passkey: NewPasskey;
}

export interface EnrolmentPasskey {
	passkey: PasskeyCreation;
}

export interface EnrolmentRequest {
	/** Member `challenge` of the answer that asked for the second factor. */
	challenge: string;
}

/** What happened; stable, never reused. New codes may come: take an unknown one by its status. */
export type ErrorCode =
	| "malformed_json"
	| "validation_failed"
	| "unknown_field"
	| "duplicate_key"
	| "password_rejected"
	| "cursor_invalid"
	| "bad_request"
	| "invalid_credentials"
	| "second_factor_required"
	| "second_factor_invalid"
	| "challenge_invalid"
	| "passkey_unknown"
	| "passkey_invalid"
	| "insufficient_user_authentication"
	| "enrolment_required"
	| "unauthenticated"
	| "invalid_token"
	| "session_expired"
	| "session_ended"
	| "access_key_expired"
	| "access_key_ended"
	| "csrf_missing"
	| "csrf_invalid"
	| "origin_forbidden"
	| "reauthentication_required"
	| "insufficient_scope"
	| "forbidden"
	| "interaction_unknown"
	| "application_forbidden"
	| "application_disabled"
	| "application_request_invalid"
	| "client_exists"
	| "not_found"
	| "method_not_allowed"
	| "not_acceptable"
	| "request_timeout"
	| "username_taken"
	| "external_id_taken"
	| "group_exists"
	| "limit_exceeded"
	| "last_admin"
	| "own_account"
	| "state_conflict"
	| "factor_exists"
	| "factor_missing"
	| "recovery_codes_missing"
	| "second_factor_demanded"
	| "access_key_limit"
	| "access_key_inactive"
	| "setup_link_used"
	| "precondition_failed"
	| "body_too_large"
	| "uri_too_long"
	| "unsupported_media_type"
	| "expectation_failed"
	| "idempotency_mismatch"
	| "rate_limited"
	| "headers_too_large"
	| "internal_error"
	| "overloaded"
	| "upgrade_in_progress"
	| "store_unavailable";

/** Some of the events. */
export interface EventPage {
	/** The newest first. */
	events: Array<AuditEvent>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
	/** How far back this page looked; null: to the first event. */
	lookedBackTo: string | null;
}

export interface EverySession {
	/** The words: end all sessions */
	confirm: string;
}

/** What was looked at. */
export interface Examination {
	/** Whether no check has failed. */
	ok: boolean;
	/** In the order in which they were made. */
	checks: Array<{
		/** What was looked at: the same in each language. */
		name: string;
		/** The same, for people. */
		title: string;
		/** What came of it. */
		status: "ok" | "warning" | "failed";
		/** What was found. */
		fact: string;
		/** What to do; null: nothing. */
		advice: string | null;
	}>;
}

/** Everything that is stored about the user. */
export interface Export {
	/** When it was made. */
	exportedAt: string;
	/** The user. */
	user: {
		/** The user's id. */
		id: string;
		/** In its canonical form. */
		username: string;
		/** The name for people. */
		displayName: string;
		/** person, or service: a program. */
		accountKind: string;
		/** user or admin. */
		role: string;
		/** Address, if one is known. */
		email: string | null;
		/** When the user proved that the address is theirs, or an operator vouched for it. */
		emailVerifiedAt: string | null;
		/** An address that its mail server does not know. */
		emailRefused: string | null;
		/** Language of pages and mails. */
		locale: string | null;
		/** What a directory calls the user. */
		externalId: string | null;
		/** Groups that the user is in. */
		groups: Array<string>;
		/** What operators have noted. */
		attributes: Record<string, unknown>;
		/** When the user was added. */
		createdAt: string;
		/** When the password was set or removed last. */
		passwordChangedAt: string | null;
		/** When the last login was. */
		lastLoginAt: string | null;
		/** IP address that it came from. */
		lastLoginAddress: string | null;
		/** Since when logins of the present minute are counted. */
		loginWindowStartedAt: string | null;
		/** How many there were in it. */
		loginsInWindow: number | null;
		/** When an operator closed the account. */
		disabledAt: string | null;
		/** Since when logins take two steps. */
		secondFactorAt: string | null;
		/** Until when a second factor has to be there. */
		secondFactorDueAt: string | null;
		/** When factors changed last: milliseconds since 1970, and a count. 0: never. */
		factorsChangedAt: number;
		/** Counts changes by operators, and the user's own of address and language. */
		version: number;
	};
	/** One-time links, the oldest first. */
	links: Array<{
		/** Of the link. Opens nothing. */
		id: string;
		/** What it is good for: setup, recovery (a new password) or email. */
		purpose: string;
		/** The address that its use confirms. */
		email: string | null;
		/** When it was made. */
		createdAt: string;
		/** Until when it is good, or when it ended. */
		expiresAt: string;
		/** When it was used. */
		usedAt: string | null;
	}>;
	/** Mails, the oldest first. */
	mails: Array<{
		/** Of the mail. */
		id: string;
		/** What it is about. */
		kind: string;
		/** The way it goes. */
		target: string;
		/** waiting, sent or failed. */
		state: string;
		/** How often it was tried. */
		attempts: number;
		/** When it was written. */
		createdAt: string;
		/** When it is tried next; of one that is done, when that was. */
		nextAt: string;
		/** From then on it is not sent. */
		expiresAt: string;
		/** The code of the mail server, or why it failed. */
		lastStatus: string | null;
	}>;
	/** Sessions, live ones and ended ones, the oldest first. */
	sessions: Array<{
		/** Of the session, as in the claim sid. */
		id: string;
		/** cookie or token. */
		kind: string;
		/** When the login was. */
		createdAt: string;
		/** When all that a login requires was proven last. */
		authenticatedAt: string;
		/** What was proven then (RFC 8176). */
		amr: string | null;
		/** When it was used last, to the minute. */
		lastSeenAt: string;
		/** It ends then, whatever happens. */
		expiresAt: string;
		/** It ends then unless used, or renewed. */
		idleExpiresAt: string;
		/** Milliseconds that it lives, where the user stays logged in. */
		absoluteLimit: number | null;
		/** Milliseconds that it lives unused, where the user stays logged in. */
		idleLimit: number | null;
		/** When the tokens of a cookie session have expired. */
		tokensUntil: string | null;
		/** The access key that began it. */
		accessKeyId: string | null;
		/** The most that it may be, because of that key. */
		roleCeiling: string | null;
		/** What that key is limited to. */
		scope: string | null;
		/** When it ended. */
		endedAt: string | null;
		/** Why. */
		endReason: string | null;
		/** IP address that the login came from. */
		clientAddress: string | null;
		/** What the client of the login said it is. */
		userAgent: string | null;
		/** The login before. */
		previousLoginAt: string | null;
		/** IP address that it came from. */
		previousLoginAddress: string | null;
		/** Logins that failed between the two. */
		failedLogins: number;
		/** Second steps that failed between the two. */
		failedSecondFactors: number;
	}>;
	/** Authenticator apps, the oldest first. */
	authenticatorApps: Array<{
		/** Of the app. */
		id: string;
		/** What the user calls it. */
		name: string;
		/** How its codes are made. */
		algorithm: string;
		/** Of a code. */
		digits: number;
		/** Seconds that a code is shown. */
		period: number;
		/** When it was added. */
		createdAt: string;
		/** When it was used last. */
		lastUsedAt: string | null;
	}>;
	/** Passkeys, the oldest first. */
	passkeys: Array<{
		/** Of the passkey. */
		id: string;
		/** What the user calls it. */
		name: string;
		/** What its authenticator calls it; base64url. */
		credentialId: string;
		/** The domain that it is bound to. */
		rpId: string;
		/** The make of its authenticator. */
		aaguid: string;
		/** How its authenticator is reached. */
		transports: string;
		/** How often it was used, as its authenticator counts; 0: it does not. */
		signCount: number;
		/** Whether it may be copied to other devices. */
		backupEligible: boolean;
		/** Whether it is copied. */
		backedUp: boolean;
		/** Whether it logs in without a username. */
		discoverable: boolean | null;
		/** When it was added. */
		createdAt: string;
		/** When it was used last. */
		lastUsedAt: string | null;
	}>;
	/** Recovery codes, the oldest first. */
	recoveryCodes: Array<{
		/** When it was made. */
		createdAt: string;
		/** When it was used; null: it is good. */
		usedAt: string | null;
		/** IP address that it was used from. */
		usedAddress: string | null;
	}>;
	/** Access keys of programs, the oldest first. */
	accessKeys: Array<{
		/** Of the key. Opens nothing. */
		id: string;
		/** As the user called it. */
		name: string;
		/** Its first four random characters. */
		hint: string;
		/** The most that its sessions may be: user or admin. */
		role: string;
		/** What it is limited to. */
		scopes: string | null;
		/** Where logins may come from. */
		addresses: string | null;
		/** How many days it was made for. */
		lifetimeDays: number;
		/** When it was made. */
		createdAt: string;
		/** When it ends. */
		expiresAt: string;
		/** When it was used last, to the minute. */
		lastUsedAt: string | null;
		/** IP address that it was used from. */
		lastUsedAddress: string | null;
		/** When it was ended before that. */
		endedAt: string | null;
		/** Why. */
		endReason: string | null;
		/** The id of the key that took its place. */
		replacedBy: string | null;
		/** Days before its end of the last warning; -1: its end was recorded. */
		warnedAtDays: number | null;
	}>;
	/** Applications that may know the user, the oldest first. */
	applicationConsents: Array<{
		/** The application. */
		clientId: string;
		/** What it may know. */
		scopes: string;
		/** When the user agreed. */
		grantedAt: string;
	}>;
	/** Applications that a session was used to log in to, the oldest first. */
	applicationLogins: Array<{
		/** The session. */
		sessionId: string;
		/** The application. */
		clientId: string;
		/** When it was first used there. */
		startedAt: string;
		/** When it was last used there. */
		lastUsedAt: string;
		/** What the application knows the session by. */
		sid: string;
	}>;
	/** Events about the user, the oldest first. */
	events: Array<{
		/** Of the event. */
		id: string;
		/** When it was. */
		time: string;
		/** What has happened: docs/events.md. */
		event: string;
		/** info, warn or error. */
		level: string;
		/** Who caused it: self (the user), cli (an operator), system, or unknown (not logged in). */
		actorKind: string | null;
		/** Of the user's session; null for acts of others in theirs. */
		sessionId: string | null;
		/** Of the request, as in the log. */
		requestId: string | null;
		/** IP address of the user's client; null for acts of others. */
		clientAddress: string | null;
		/** What that client called itself; null for acts of others. */
		userAgent: string | null;
		/** More about it: docs/events.md. */
		detail: Record<string, unknown>;
	}>;
}

/** The caller's session goes on with this credential. */
export interface FactorAdded {
	/** The factor's id. */
	id: string;
	/** Each is good once, instead of a code of the app. Shown now and never again. null: the user has some already. */
	recoveryCodes: Array<string> | null;
	credential: SessionAnswer;
}

/** How the user's logins are proven, besides the password. */
export interface FactorList {
	/** Two-step login. */
	secondFactor: {
		/** Whether a login with the password takes a second step. */
		on: boolean;
		/** Whether the service requires it of the user. */
		demanded: boolean;
		/** Until when it has to be on; null: it is on, or not demanded. Later logins fail without it. */
		dueAt: string | null;
	};
	/** The oldest first. */
	factors: Array<{
		/** The factor's id. */
		id: string;
		/** An authenticator app, or a passkey. */
		kind: "totp" | "passkey";
		/** What the user calls it. No control or invisible characters. */
		name: string;
		/** When it was added. */
		createdAt: string;
		/** When it was used last; null: never. */
		lastUsedAt: string | null;
		/** Of a passkey: whether it logs in without a username, where its browser said so. */
		discoverable?: boolean;
		/** Of a passkey: whether it is copied to other devices. */
		backedUp?: boolean;
	}>;
	/** null: the user has none. */
	recoveryCodes: {
		/** How many are unused. */
		left: number;
		/** When they were made. */
		createdAt: string;
	} | null;
	/** For `PublicKeyCredential.signalAllAcceptedCredentials()`, so that browsers offer no removed passkey. null: this service has no passkeys. */
	passkeys: {
		/** The domain that passkeys are bound to. */
		rpId: string;
		/** Member user.id of the passkeys. */
		userId: string;
		/** Those that are there. */
		allAcceptedCredentialIds: Array<string>;
	} | null;
}

export interface FactorName {
	/** What the user calls it. No control or invisible characters. */
	name: string;
}

/** The caller's session goes on with this credential. */
export interface FactorsChanged {
	/** Each is good once, instead of a code of the app. Shown now and never again. null: the user has some already. */
	recoveryCodes: Array<string> | null;
	credential: SessionAnswer;
}

export interface FoundAccessKeys {
	/** What was found. */
	keys: Array<string>;
}

/** Noted. */
export interface FoundAnswer {
	/** The result, for people. */
	message: string;
}

/** A group. */
export interface Group {
	/** 1 to 48 characters of a-z, 0-9 and ._:- */
	name: string;
	/** What it is for. */
	description: string;
	/** When it was added. */
	createdAt: string;
}

export interface GroupDeletion {
	/** The name of the group. */
	confirm: string;
}

export interface GroupDescription {
	/** What it is for. */
	description: string;
}

export interface GroupMoves {
	/** Ids of users who join. */
	add?: Array<string>;
	/** Ids of users who leave. */
	remove?: Array<string>;
}

/** Some of the groups, by name. */
export interface GroupPage {
	/** By name. */
	groups: Array<{
		/** 1 to 48 characters of a-z, 0-9 and ._:- */
		name: string;
		/** What it is for. */
		description: string;
		/** When it was added. */
		createdAt: string;
		/** How many are in it, counted up to 10,000. */
		members: number;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** What came of each row. */
export interface ImportResult {
	/** How many were added, or could be. */
	added: number;
	/** How many were refused. */
	refused: number;
	/** In the order of the rows. */
	results: Array<{
		/** Which row; the first one is 1. */
		row: number;
		/** What came of it. */
		status: "done" | "refused";
		/** Of the user; null: none was added. */
		id: string | null;
		/** Why it was refused: an error code. */
		code: string | null;
		/** Which member is wrong (RFC 6901). */
		pointer: string | null;
		/** What to do, for people. */
		message: string | null;
	}>;
}

export interface ImportedUser {
	/** 1 to 254 characters, without spaces. */
	username: string;
	/** One that APIs know the user by already; a new one unless given. That of a removed user is refused for as long as events are kept. */
	id?: string;
	/** person unless given. */
	kind?: "person" | "service";
	/** user unless given. */
	role?: "user" | "admin";
	/** The name for people. */
	displayName?: string;
	/** One address. */
	email?: string | null;
	/** Whether you vouch that it is the user's. */
	emailVerified?: boolean;
	/** A language tag. */
	locale?: string | null;
	/** What a directory calls the user. */
	externalId?: string | null;
	/** All groups that the user is in. */
	groups?: Array<string>;
	/** Those that change; null removes one. */
	attributes?: Record<string, string | null>;
}

/** Those that were seen within two minutes. */
export interface InstanceList {
	/** The longest running first. */
	instances: Array<{
		/** Of the process. */
		id: string;
		/** Of its machine. */
		host: string;
		/** Of the service. */
		version: string;
		/** When it began. */
		startedAt: string;
		/** Its last sign of life. */
		seenAt: string;
	}>;
}

export interface Invitation {
	/** How the link gets to the user: by mail, or in this answer. */
	deliver: "mail" | "link";
}

/** All of them. */
export interface KeyList {
	/** Those that sign access tokens. */
	signing: Array<{
		/** Names the key. */
		kid: string;
		/** Next: known, not used yet. Retired: only for what it has made. */
		state: "next" | "active" | "retired";
		/** When it was made. */
		createdAt: string;
		/** Since when it is used. */
		activatedAt: string | null;
		/** Since when another one is used. */
		retiredAt: string | null;
		/** Of its signatures. */
		algorithm: string;
	}>;
	/** Those that sign what applications get by single sign-on. */
	applications: Array<{
		/** Names the key. */
		kid: string;
		/** Next: known, not used yet. Retired: only for what it has made. */
		state: "next" | "active" | "retired";
		/** When it was made. */
		createdAt: string;
		/** Since when it is used. */
		activatedAt: string | null;
		/** Since when another one is used. */
		retiredAt: string | null;
		/** Of its signatures. */
		algorithm: string;
	}>;
	/** Those that seal what is stored. */
	sealing: Array<{
		/** Names the key. */
		kid: string;
		/** Next: known, not used yet. Retired: only for what it has made. */
		state: "next" | "active" | "retired";
		/** When it was made. */
		createdAt: string;
		/** Since when it is used. */
		activatedAt: string | null;
		/** Since when another one is used. */
		retiredAt: string | null;
	}>;
}

export interface KeyReplacement {
	/** The words: replace all signing keys */
	confirm: string;
	/** The kid that must still be in use; else nothing is done (412). */
	active?: string;
}

export interface KeyRotation {
	/** Even if credentials may be refused for minutes. Not by an access key. */
	force?: boolean;
	/** The kid that must still be in use; else nothing is done (412). */
	active?: string;
}

export interface LanguageChoice {
	/** One that the pages are in; null: as the browser says. */
	locale: "en" | "de" | null;
}

export interface LoginRequest {
	/** The user's login name; upper and lower case are alike. */
	username: string;
	/** At most 1024 bytes of UTF-8. */
	password: string;
	/** true: a cookie session. Omitted or false: a JWT access token in the answer. */
	session?: boolean;
	/** true, with `session`: the user stays logged in when the browser is closed, for as long as the service offers. Ignored where it does not. The choice holds for the second step too. */
	remember?: boolean;
	/** For a user with two-step login: the code of the authenticator app, or a recovery code, in the same request. */
	code?: string;
	/** true, with a right code: later logins of the user on this device need the password alone. Ignored where the service permits no trust, and for admins. */
	trustDevice?: boolean;
}

/** The new key: shown now, and never again. */
export interface MadeAccessKey {
	/** The access key. It goes into `password` of a login. */
	key: string;
	/** Of the key; never a credential. Equal to the claim access_key. */
	id: string;
	/** For people: which program has it. */
	name: string;
	/** Its first four random characters, to tell keys apart. */
	hint: string;
	/** The header csrf of its logins. Good for nothing else, and as long as the key lives. */
	csrf: string;
	/** The most that its sessions may be. */
	role: "user" | "admin";
	/** What it is limited to; empty: to nothing. */
	scopes: Array<string>;
	/** CIDR ranges that it may log in from; empty: from anywhere. */
	addresses: Array<string>;
	/** Whether it logs in. */
	state: "active" | "expired" | "ended";
	/** When it was made. */
	createdAt: string;
	/** When it ends, at the latest. */
	expiresAt: string;
	/** When it was ended before that; null: it was not. */
	endedAt: string | null;
	/** Why it was: by_owner, by_admin, leaked or rotated. */
	endReason: string | null;
	/** When it logged in last, to the minute; null: never. */
	lastUsedAt: string | null;
	/** IP address of that login. */
	lastUsedAddress: string | null;
	/** The key that took its place by a rotation. */
	replacedBy: string | null;
}

/** The application is registered. */
export interface MadeClient {
	client: Client;
	/** Shown once; null: it has none, or was shown before. */
	secret: {
		/** Of the secret. */
		id: string;
		/** Its first four random characters. */
		hint: string;
		/** When it was made. */
		createdAt: string;
		/** When it ends; null: it has no end. */
		expiresAt: string | null;
		/** When it was used last, to the minute; null: never. */
		lastUsedAt: string | null;
		/** The secret, shown once. */
		secret: string;
	} | null;
	/** For the side of the application, by the template; null: it was made without one. */
	setup: {
		/** Where the lines go. */
		where: string;
		/** What to write there, with id and secret. */
		lines: string;
		/** What to know of it: who becomes admin, how accounts are linked, what a logout does. */
		notes: Array<string>;
		/** What the application says of it. */
		documents: string;
		/** How the lines are known to be right. */
		checked: "run here" | "by its documents";
	} | null;
}

/** Another secret of an application. */
export interface MadeClientSecret {
	/** Of the secret. */
	id: string;
	/** Its first four random characters. */
	hint: string;
	/** When it was made. */
	createdAt: string;
	/** When it ends; null: it has no end. */
	expiresAt: string | null;
	/** When it was used last, to the minute; null: never. */
	lastUsedAt: string | null;
	/** Shown once; null: it was shown before. */
	secret: string | null;
}

/** The link was made. */
export interface MadeLink {
	/** The link, shown once: it is a credential. null: it went by mail, was shown before, or there is none. */
	setupLink: string | null;
	/** When it expires. */
	setupLinkExpiresAt: string | null;
	/** The address that it went to. */
	sentTo: string | null;
}

/** The new key. */
export interface MadeServiceAccessKey {
	/** The access key, shown once; null: it was shown before. */
	key: string | null;
	/** Of the key; never a credential. Equal to the claim access_key. */
	id: string;
	/** For people: which program has it. */
	name: string;
	/** Its first four random characters, to tell keys apart. */
	hint: string;
	/** The header csrf of its logins. Good for nothing else, and as long as the key lives. */
	csrf: string;
	/** The most that its sessions may be. */
	role: "user" | "admin";
	/** What it is limited to; empty: to nothing. */
	scopes: Array<string>;
	/** CIDR ranges that it may log in from; empty: from anywhere. */
	addresses: Array<string>;
	/** Whether it logs in. */
	state: "active" | "expired" | "ended";
	/** When it was made. */
	createdAt: string;
	/** When it ends, at the latest. */
	expiresAt: string;
	/** When it was ended before that; null: it was not. */
	endedAt: string | null;
	/** Why it was: by_owner, by_admin, leaked or rotated. */
	endReason: string | null;
	/** When it logged in last, to the minute; null: never. */
	lastUsedAt: string | null;
	/** IP address of that login. */
	lastUsedAddress: string | null;
	/** The key that took its place by a rotation. */
	replacedBy: string | null;
}

/** The user was added. */
export interface MadeUser {
	user: User;
	/** The link, shown once: it is a credential. null: it went by mail, was shown before, or there is none. */
	setupLink: string | null;
	/** When it expires. */
	setupLinkExpiresAt: string | null;
	/** The address that it went to. */
	sentTo: string | null;
}

/** Some of the mails. */
export interface MailPage {
	/** The newest first. */
	mails: Array<{
		/** Of the mail. */
		id: string;
		/** What it is about. */
		kind: string;
		/** Of the user whom it is about; null: gone. */
		userId: string | null;
		/** Whom it is about; null: gone. */
		username: string | null;
		/** What came of it. */
		state: string;
		/** How often it was tried. */
		attempts: number;
		/** When it was queued. */
		createdAt: string;
		/** When it is tried next. */
		nextAt: string | null;
		/** What the mail server said. */
		lastStatus: string | null;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** Some of the members. */
export interface MemberPage {
	/** In the order of their ids. */
	members: Array<{
		/** Of the user. */
		id: string;
		/** In its canonical form. */
		username: string;
		/** The name for people. */
		displayName: string;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** It is done. */
export interface MessageAnswer {
	/** The result, for people. */
	message: string;
}

/** It is done. */
export interface MovedMembers {
	/** Who were not in it before. */
	joined: number;
	/** Who were in it before. */
	left: number;
	/** How many sessions ended. */
	ended: number;
}

export interface NewAccessKey {
	/** For people: which program has it. */
	name: string;
	/** How many days it lives; 90 unless given. Not every service allows 400. */
	days?: number;
	/** The most that its sessions may be: never more than its user. `user` unless given. */
	role?: "user" | "admin";
	/** Names of SALLYPORT_SCOPES that it is limited to: it gets in only where one of them is asked for. None: it may do what its role may. */
	scopes?: Array<string>;
	/** CIDR ranges that it may log in and renew from; none: from anywhere. A token of it lives an hour. */
	addresses?: Array<string>;
}

/** By a template and the address of the application, or by its settings. */
export interface NewClient {
	/** One that is easy to read; a random one unless given. */
	id?: string;
	/** Where it runs: on a server, in the browser, on devices. It never changes. */
	kind?: "web" | "spa" | "native";
	/** For people, on the page that asks them. */
	name?: string;
	/** Where users come back to: compared as text. */
	redirectUris?: Array<string>;
	/** Where users may be sent after a logout. */
	postLogoutUris?: Array<string>;
	/** Where logout tokens go (OpenID Connect Back-Channel Logout); null: it is notified of no logout. */
	logoutUri?: string | null;
	/** Where users begin; null: no page of it is listed. */
	launchUrl?: string | null;
	/** How it authenticates at the token endpoint: in exactly this way. */
	authMethod?: "client_secret_basic" | "client_secret_post" | "none";
	/** `optional` is for applications on servers that do not know it. */
	pkce?: "required" | "optional";
	/** What it may ask for. `openid` is always among them. */
	scopes?: Array<"openid" | "profile" | "email" | "groups" | "offline_access">;
	/** Groups whose members may use it; null: every user may. */
	allowedGroups?: Array<string> | null;
	/** Whether users are not asked if it may know them: for applications of your own. */
	trusted?: boolean;
	/** The least that each login to it takes: two factors, or a passkey; null: what the user has. */
	requireAcr?: "aal2" | "phr" | null;
	/** How many days its access outlives the session; 0: it ends with it. */
	offlineDays?: number;
	/** Whether plain http is permitted beyond loopback, in a network of your own. */
	insecure?: boolean;
	/** The name of a template: what is not given is as it says. */
	template?: string;
	/** The address of the application, for a template. */
	url?: string;
	/** How long it lives; it has no end, unless given. */
	secretDays?: number;
}

export interface NewClientSecret {
	/** How long it lives; it has no end, unless given. */
	days?: number;
}

export interface NewGroup {
	/** 1 to 48 characters of a-z, 0-9 and ._:- */
	name: string;
	/** What it is for. */
	description?: string;
}

/** What `PublicKeyCredential.toJSON()` returns after `create()`. */
export interface NewPasskey {
	/** The credential id. */
	id: string;
	/** The same. */
	rawId: string;
	/** Always public-key. */
	type: "public-key";
	/** Not read. */
	authenticatorAttachment?: string | null;
	/** Of a new passkey credProps.rk is read: whether it logs in without a username. */
	clientExtensionResults?: Record<string, unknown>;
	/** What the authenticator made. */
	response: {
		/** What the browser says about the page. */
		clientDataJSON: string;
		/** The key of the passkey, and what its authenticator says about it. */
		attestationObject: string;
		/** Part of the above. */
		authenticatorData?: string;
		/** Part of the above. */
		publicKey?: string | null;
		/** Part of the above. */
		publicKeyAlgorithm?: number;
		/** How it is reached. */
		transports?: Array<string>;
	};
}

export interface NewServiceAccessKey {
	/** For people: which program has it. */
	name: string;
	/** How many days it lives; 90 unless given. */
	days?: number;
	/** What it is limited to. */
	scopes?: Array<string>;
	/** CIDR ranges that it may be used from. */
	addresses?: Array<string>;
}

export interface NewUser {
	/** 1 to 254 characters, without spaces. */
	username: string;
	/** One that APIs know the user by already; a new one unless given. That of a removed user is refused for as long as events are kept. */
	id?: string;
	/** person unless given. */
	kind?: "person" | "service";
	/** user unless given. */
	role?: "user" | "admin";
	/** The name for people. */
	displayName?: string;
	/** One address. */
	email?: string | null;
	/** Whether you vouch that it is the user's. */
	emailVerified?: boolean;
	/** A language tag. */
	locale?: string | null;
	/** What a directory calls the user. */
	externalId?: string | null;
	/** All groups that the user is in. */
	groups?: Array<string>;
	/** Those that change; null removes one. */
	attributes?: Record<string, string | null>;
	/** How the link to set a password gets to a person: by mail, in this answer, or not yet. `link` unless given. */
	invite?: "mail" | "link" | "none";
}

export interface PasskeyAddition {
	/** To be sent back with what the browser answers; good for five minutes, once. */
	challenge: string;
	passkey: NewPasskey;
	/** Named by who keeps the passkey, unless set. */
	name?: string;
}

/** What `PublicKeyCredential.toJSON()` returns after `get()`. */
export interface PasskeyAssertion {
	/** The credential id. */
	id: string;
	/** The same. */
	rawId: string;
	/** Always public-key. */
	type: "public-key";
	/** Not read. */
	authenticatorAttachment?: string | null;
	/** Of a new passkey credProps.rk is read: whether it logs in without a username. */
	clientExtensionResults?: Record<string, unknown>;
	/** What the authenticator signed. */
	response: {
		/** What the browser says about the page. */
		clientDataJSON: string;
		/** What was signed besides. */
		authenticatorData: string;
		/** By the key of the passkey. */
		signature: string;
		/** Whose passkey it is. */
		userHandle?: string | null;
	};
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export interface PasskeyCreation {
	/** To be signed. */
	challenge: string;
	/** This service. */
	rp: {
		/** The domain that passkeys are bound to. */
		id: string;
		/** Its host. */
		name: string;
	};
	/** Whose passkey it will be. */
	user: {
		/** The same in all passkeys of the user; tells nothing else. */
		id: string;
		/** The username. */
		name: string;
		/** The username as it was typed first. */
		displayName: string;
	};
	/** Ed25519, ES256, RS256. */
	pubKeyCredParams: Array<{
		/** Always public-key. */
		type: "public-key";
		/** A COSE algorithm. */
		alg: number;
	}>;
	/** Milliseconds. */
	timeout: number;
	/** Attestation is not requested. */
	attestation: "none";
	/** An authenticator that already holds one of these must not create another. */
	excludeCredentials: Array<{
		/** Always public-key. */
		type: "public-key";
		/** The credential id. */
		id: string;
		/** How it is reached. */
		transports: Array<string>;
	}>;
	/** Which passkeys are good. */
	authenticatorSelection: {
		/** A discoverable credential if possible. */
		residentKey: "preferred";
		/** false: any other will do. */
		requireResidentKey: boolean;
		/** It must verify the user. */
		userVerification: "required";
	};
	/** What the browser is to say besides. */
	extensions: {
		/** Whether the passkey needs no username. */
		credProps: boolean;
	};
}

export interface PasskeyCreationOffer {
	/** To be sent back with what the browser answers; good for five minutes, once. */
	challenge: string;
	passkey: PasskeyCreation;
}

/** No members. */
export interface PasskeyLoginOptions {
}

export interface PasskeyLoginRequest {
	/** To be sent back with what the browser answers; good for five minutes, once. */
	challenge: string;
	passkey: PasskeyAssertion;
	/** true: a cookie session. Omitted or false: a JWT access token in the answer. */
	session?: boolean;
	/** true, with `session`: the user stays logged in when the browser is closed, for as long as the service offers. Ignored where it does not. The choice holds for the second step too. */
	remember?: boolean;
}

export interface PasskeyOffer {
	/** To be sent back with what the browser answers; good for five minutes, once. */
	challenge: string;
	passkey: PasskeyRequest;
}

export interface PasskeyReauthenticationOffer {
	/** To be sent back with what the browser answers; good for five minutes, once. */
	challenge: string;
	passkey: PasskeyRequest;
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export interface PasskeyRequest {
	/** To be signed. */
	challenge: string;
	/** The domain that passkeys are bound to. */
	rpId: string;
	/** Milliseconds. */
	timeout: number;
	/** Whether the authenticator must verify the user. */
	userVerification: "required" | "preferred";
	/** One of these; left out: any that needs no username. */
	allowCredentials?: Array<{
		/** Always public-key. */
		type: "public-key";
		/** The credential id. */
		id: string;
		/** How it is reached. */
		transports: Array<string>;
	}>;
}

export interface PasswordChangeRequest {
	/** The password in force. */
	currentPassword: string;
	/** The new password. It must be long, and no other person may know it. */
	newPassword: string;
}

/** Why a request was refused (RFC 9457). */
export interface Problem {
	/** `urn:sallyport:error:` and the code. */
	type: string;
	/** Short, the same for every occurrence of the code. */
	title: string;
	/** The status of the answer. */
	status: number;
	/** What happened; stable, never reused. New codes may come: take an unknown one by its status. */
	code: ErrorCode;
	/** What a person should do about it. */
	message: string;
	/** The same as the header `X-Request-Id`. */
	requestId: string;
	/** What is wrong with the body, if something is. */
	errors?: Array<{
		/** Where in the body (RFC 6901). */
		pointer: string;
		/** Which rule. */
		code: string;
		/** What to do. */
		message: string;
	}>;
	/** A fresh CSRF token: repeat the request with it. */
	csrf?: string;
	/** Seconds; the same as the header `Retry-After`. */
	retryAfter?: number;
	/** For the second step of a login or a reauthentication, or to add a second factor; good until `expiresAt`, once. */
	challenge?: string;
	/** When the challenge expires. */
	expiresAt?: string;
	/** Seconds for which the user may trust the device, with `trustDevice` beside the code. */
	trustDevice?: number;
	/** How the second factor can be proven. Of `reauthentication_required`: what the user can prove now at POST /api/auth/reauthenticate, `passkey` alone or `password`, with two-step login `password` together with another one. */
	methods?: Array<"password" | "totp" | "passkey" | "recovery_code">;
	/** If `methods` has passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()` (PasskeyRequest). */
	passkey?: Record<string, unknown>;
	/** The least authentication that is required. */
	acr?: "aal1" | "aal2" | "phr";
	/** Seconds: how old the authentication may be. */
	maxAge?: number;
	/** The page on which a person authenticates again, as strongly as `acr` says; `next`, added to its query, brings them back. */
	reauthenticateAt?: string;
}

export interface ReauthenticateRequest {
	/** The present password. */
	password?: string;
	/** Member `challenge` of the answer that asked for the second factor. */
	challenge?: string;
	/** With two-step login: the code of the authenticator app, or a recovery code. */
	code?: string;
	passkey?: PasskeyAssertion;
}

/** Noted. */
export interface RecoveryAnswer {
	/** The result, for people. */
	message: string;
}

/** New recovery codes; earlier ones are void. */
export interface RecoveryCodes {
	/** Each is good once, instead of a code of the app. Shown now and never again. */
	codes: Array<string>;
}

export interface RecoveryRequest {
	/** The username, or the e-mail address of the account. */
	login: string;
}

/** Other keys are in use. */
export interface ReplacedKeys {
	/** The kid in use now. */
	active: string;
	/** Kids that are gone. */
	removed: Array<string>;
	/** How many sessions ended. */
	ended: number;
}

export interface Reset {
	/** How the link gets to the user: by mail, or in this answer. */
	deliver: "mail" | "link";
	/** Whether all second factors go too. */
	factors?: boolean;
	/** Whether all access keys end too. */
	accessKeys?: boolean;
}

/** The password is gone. */
export interface ResetUser {
	/** How many sessions ended. */
	ended: number;
	/** How many access keys ended. */
	accessKeys: number;
	/** The link, shown once: it is a credential. null: it went by mail, was shown before, or there is none. */
	setupLink: string | null;
	/** When it expires. */
	setupLinkExpiresAt: string | null;
	/** The address that it went to. */
	sentTo: string | null;
	/** Whether the link takes the second factor too. */
	secondFactorDemanded: boolean;
}

/** The next key is in use. */
export interface RotatedKeys {
	/** The kid in use now. */
	active: string;
	/** Kids that it took over from. */
	retired: Array<string>;
	/** Those of applications, which rotate with the signing keys. null: none did. */
	applications: {
		/** The kid in use now. */
		active: string;
		/** Kids that it took over from. */
		retired: Array<string>;
	} | null;
}

export interface SecondFactorRequest {
	/** Member `challenge` of the answer that asked for the second factor. */
	challenge: string;
	/** The code of the authenticator app, or a recovery code. */
	code?: string;
	passkey?: PasskeyAssertion;
	/** true, with a right code: later logins of the user on this device need the password alone. Ignored where the service permits no trust, and for admins. */
	trustDevice?: boolean;
}

export interface SecondFactorSwitch {
	/** Whether a login with the password takes a second step. */
	on: boolean;
}

/** A cookie session; its secret is in Set-Cookie only. */
export interface SessionAnswer {
	/** The user's id. Never a credential. */
	id: string;
	/** The result, for people. */
	message: string;
	/** For the header csrf of the unsafe calls that follow. */
	csrf: string;
	/** The session ends then, whatever happens. */
	expiresAt: string;
}

/** The user's live sessions of both kinds. */
export interface SessionList {
	/** The one of this call, then the most recently used first. */
	sessions: Array<{
		/** The session's id, as in the claim sid. Never a credential. */
		id: string;
		/** How it is carried: by a JWT or by a cookie. */
		kind: "token" | "cookie";
		/** When the login was. */
		createdAt: string;
		/** When all that a login requires was proven last. */
		authenticatedAt: string;
		/** How strong that was: one factor, two, or one that cannot be phished; 0: no person, but a program with an access key. Equal to the claim acr. */
		acr: "aal1" | "aal2" | "phr" | "0";
		/** What was proven then (RFC 8176); equal to the claim amr. */
		amr: Array<"pwd" | "otp" | "pop" | "user" | "mfa" | "key">;
		/** When it was used last, to the minute. */
		lastSeenAt: string;
		/** The session ends then, whatever happens. */
		expiresAt: string;
		/** A cookie session ends then unless used, a token session unless renewed. */
		idleExpiresAt: string;
		/** true: the user asked to stay logged in, and its cookie outlives the browser. Left out of others. */
		remember?: boolean;
		/** The access key that began it. Left out of sessions of people. */
		accessKeyId?: string;
		/** What that key is limited to: names, separated by spaces. Left out if to nothing. */
		scope?: string;
		/** Whether it is the session of this call. */
		current: boolean;
		/** IP address that the login came from, if known. */
		clientAddress: string | null;
		/** What the client of the login said it is, if anything. */
		userAgent: string | null;
	}>;
}

export interface SessionsOfUsers {
	/** Of the users. */
	userIds: Array<string>;
}

/** All of them. */
export interface SettingList {
	/** In the order of their documentation. */
	settings: Array<{
		/** The variable. */
		env: string;
		/** What it is; null: it is not set. */
		value: string | null;
		/** Where it comes from. */
		source: string;
	}>;
}

export interface SetupLinkCheck {
	/** What the link carries behind #token=. */
	token: string;
}

/** Some of the open links. */
export interface SetupLinkPage {
	/** In the order of their users. */
	setupLinks: Array<{
		/** Of the link. It does not open it. */
		id: string;
		/** Whose it is. */
		userId: string;
		/** In its canonical form. */
		username: string;
		/** What it is good for. */
		purpose: "setup" | "recovery" | "email";
		/** When it was made. */
		createdAt: string;
		/** When it stops working. */
		expiresAt: string;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

export interface SetupRequest {
	/** What the link carries behind #token=. */
	token: string;
	/** The password to come. */
	password: string;
}

/** An application, with what to write on its side. */
export interface ShownClient {
	/** Its `client_id`. */
	id: string;
	/** For people, on the page that asks them. */
	name: string;
	/** Where it runs: on a server, in the browser, on devices. It never changes. */
	kind: "web" | "spa" | "native";
	/** Of a disabled one, all logins are refused. */
	state: "active" | "disabled";
	/** Where users come back to: compared as text. */
	redirectUris: Array<string>;
	/** Where users may be sent after a logout. */
	postLogoutUris: Array<string>;
	/** Where logout tokens go (OpenID Connect Back-Channel Logout); null: it is notified of no logout. */
	logoutUri: string | null;
	/** Where users begin; null: no page of it is listed. */
	launchUrl: string | null;
	/** How it authenticates at the token endpoint: in exactly this way. */
	authMethod: "client_secret_basic" | "client_secret_post" | "none";
	/** `optional` is for applications on servers that do not know it. */
	pkce: "required" | "optional";
	/** What it may ask for. `openid` is always among them. */
	scopes: Array<"openid" | "profile" | "email" | "groups" | "offline_access">;
	/** Groups whose members may use it; null: every user may. */
	allowedGroups: Array<string> | null;
	/** Whether users are not asked if it may know them: for applications of your own. */
	trusted: boolean;
	/** The least that each login to it takes: two factors, or a passkey; null: what the user has. */
	requireAcr: "aal2" | "phr" | null;
	/** How many days its access outlives the session; 0: it ends with it. */
	offlineDays: number;
	/** Whether plain http is permitted beyond loopback, in a network of your own. */
	insecure: boolean;
	/** Those that have not ended: two at most. Never the secrets themselves. */
	secrets: Array<{
		/** Of the secret. */
		id: string;
		/** Its first four random characters. */
		hint: string;
		/** When it was made. */
		createdAt: string;
		/** When it ends; null: it has no end. */
		expiresAt: string | null;
		/** When it was used last, to the minute; null: never. */
		lastUsedAt: string | null;
	}>;
	/** How many users let it know them, counted up to 10,000. */
	users: number;
	/** When it was registered. */
	createdAt: string;
	/** When it was used last, to the minute; null: never. */
	lastUsedAt: string | null;
	/** Since when it is disabled; null: it is active. */
	disabledAt: string | null;
	/** Counts changes; logins are none. It is the ETag. */
	version: number;
	/** By the template that it still looks like, by name and redirect URIs; null: it looks like none. */
	setup: {
		/** Where the lines go. */
		where: string;
		/** What to write there, with YOUR_SECRET for the secret. */
		lines: string;
		/** What to know of it: who becomes admin, how accounts are linked, what a logout does. */
		notes: Array<string>;
		/** What the application says of it. */
		documents: string;
		/** How the lines are known to be right. */
		checked: "run here" | "by its documents";
	} | null;
}

/** A user, and what belongs to them. */
export interface ShownUser {
	/** Of the user; the claim sub. It never changes. */
	id: string;
	/** In its canonical form. */
	username: string;
	/** A person, or a service account: a program. */
	kind: "person" | "service";
	/** The name for people. */
	displayName: string;
	/** Never a key: other users may have the same. */
	email: string | null;
	/** When the user proved that it is theirs, or an operator vouched for it. */
	emailVerifiedAt: string | null;
	/** What the user may do in this service. */
	role: "user" | "admin";
	/** Sorted. They give no right in this service. */
	groups: Array<string>;
	/** For claims of tokens. */
	attributes: Record<string, string>;
	/** A language tag. */
	locale: string | null;
	/** What a directory calls the user; unique. */
	externalId: string | null;
	/** Invited: there was never a password. Reset: it was taken away. */
	state: "invited" | "reset" | "active" | "disabled";
	/** When the user was added. */
	createdAt: string;
	/** Of the last login. */
	lastLoginAt: string | null;
	/** IP address of the last login. */
	lastLoginAddress: string | null;
	/** Since when the user is disabled. */
	disabledAt: string | null;
	/** Since when a login takes a second factor. */
	secondFactorAt: string | null;
	/** Until when the user may continue without one. */
	secondFactorDueAt: string | null;
	/** Counts changes of what is known of the user; logins are none. It is the ETag. */
	version: number;
	/** Whether its mail server does not know the address. */
	emailRefused: boolean;
	/** How many sessions live. */
	sessions: number;
	/** How many access keys live. */
	accessKeys: number;
	/** When the open link to set a password expires. */
	setupLinkExpiresAt: string | null;
	/** Until when unknown devices have to wait, after too many failures. */
	closedToUnknownDevicesUntil: string | null;
}

/** All status lists (draft-ietf-oauth-status-list, section 9). */
export interface StatusLists {
	/** Addresses of the lists that living tokens name. */
	status_lists: Array<string>;
}

/** Of the whole deployment. */
export interface Summary {
	/** The oldest first; the last one has not ended yet. */
	hours: Array<{
		/** When it began. */
		hour: string;
		/** How many logins began a session, by whichever proof. */
		logins: number;
		/** How many passwords, codes and passkeys were wrong. */
		failed: number;
		/** How many logins were refused by a limit, by overload, or because the database was away. */
		refused: number;
		/** Half of the logins by password took at most so many milliseconds; null: there were none. */
		p50: number | null;
		/** 99 of 100 took at most so many milliseconds; null: there were none, or it was more than 12,800. */
		p99: number | null;
	}>;
	/** Live ones. */
	sessions: {
		/** Of browsers. */
		cookie: number;
		/** Of programs and apps. */
		token: number;
		/** False: there are more. Up to 2,000 are counted. */
		complete: boolean;
	};
	/** Of the last days. */
	mails: {
		/** To be sent, or sent again. */
		waiting: number;
		/** Taken by the mail server. Up to 10,000 are counted. */
		sent: number;
		/** Failed. */
		failed: number;
	};
}

/** It was tried. */
export interface TestedMail {
	/** The address. */
	sentTo: string;
	/** Whether the mail server has taken it. */
	sent: boolean;
	/** What the mail server said, or why it was not reached. */
	status: string;
}

/** A JWT access token. */
export interface TokenAnswer {
	/** The user's id, equal to the claim sub. Never a credential. */
	id: string;
	/** The result, for people. */
	message: string;
	/** JWT access token, for `Authorization: Bearer`. */
	token: string;
}

export interface TotpActivation {
	/** The offered secret, sealed; good for ten minutes. */
	offer: string;
	/** A code that the app shows now. */
	code: string;
	/** What the user calls it. No control or invisible characters. */
	name?: string;
}

/** A secret for an authenticator app. Nothing is stored yet. */
export interface TotpOffer {
	/** The offered secret, sealed; good for ten minutes. */
	offer: string;
	/** To type into the app (base32). */
	secret: string;
	/** For a QR code, or as a link on the phone itself. */
	uri: string;
}

/** A user. */
export interface User {
	/** Of the user; the claim sub. It never changes. */
	id: string;
	/** In its canonical form. */
	username: string;
	/** A person, or a service account: a program. */
	kind: "person" | "service";
	/** The name for people. */
	displayName: string;
	/** Never a key: other users may have the same. */
	email: string | null;
	/** When the user proved that it is theirs, or an operator vouched for it. */
	emailVerifiedAt: string | null;
	/** What the user may do in this service. */
	role: "user" | "admin";
	/** Sorted. They give no right in this service. */
	groups: Array<string>;
	/** For claims of tokens. */
	attributes: Record<string, string>;
	/** A language tag. */
	locale: string | null;
	/** What a directory calls the user; unique. */
	externalId: string | null;
	/** Invited: there was never a password. Reset: it was taken away. */
	state: "invited" | "reset" | "active" | "disabled";
	/** When the user was added. */
	createdAt: string;
	/** Of the last login. */
	lastLoginAt: string | null;
	/** IP address of the last login. */
	lastLoginAddress: string | null;
	/** Since when the user is disabled. */
	disabledAt: string | null;
	/** Since when a login takes a second factor. */
	secondFactorAt: string | null;
	/** Until when the user may continue without one. */
	secondFactorDueAt: string | null;
	/** Counts changes of what is known of the user; logins are none. It is the ETag. */
	version: number;
}

/** Some of the applications. */
export interface UserApplicationPage {
	/** In the order of their ids. */
	applications: Array<{
		/** Its `client_id`. */
		id: string;
		/** For people. */
		name: string;
		/** Where users begin. */
		launchUrl: string | null;
		/** What it may know. */
		scopes: Array<string>;
		/** When the user agreed; null: a trusted one, of which no user is asked. */
		grantedAt: string | null;
		/** By a session that lives; null: none is logged in to it. */
		lastUsedAt: string | null;
		/** Whether it stays connected when the user logs out. */
		offline: boolean;
	}>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

/** A merge patch: what is missing stays, null removes. */
export interface UserChange {
	/** 1 to 254 characters, without spaces. */
	username?: string;
	/** The name for people. */
	displayName?: string;
	/** One address. */
	email?: string | null;
	/** Whether you vouch that it is the user's. */
	emailVerified?: boolean;
	/** A language tag. */
	locale?: string | null;
	/** What a directory calls the user. */
	externalId?: string | null;
	/** All groups that the user is in. */
	groups?: Array<string>;
	/** Those that change; null removes one. */
	attributes?: Record<string, string | null>;
	/** Groups to join, whatever others there are. */
	addGroups?: Array<string>;
	/** Groups to leave. */
	removeGroups?: Array<string>;
}

/** By name. */
export interface UserClaims {
	/** The id. */
	sub: string;
	/** The role. */
	role: "user" | "admin";
	[name: string]: unknown;
}

/** How many fit. */
export interface UserCount {
	/** How many were found. */
	count: number;
	/** Whether there may be more. */
	atLeast: boolean;
}

export interface UserDeletion {
	/** The username, as it is shown. */
	confirm: string;
}

/** What the user can prove besides the password. */
export interface UserFactors {
	/** In the order in which they were added. */
	factors: Array<{
		/** Of the factor. */
		id: string;
		/** An authenticator app, or a passkey. */
		kind: "totp" | "passkey";
		/** As the user has called it. */
		name: string;
		/** When it was added. */
		createdAt: string;
		/** When it was used last; null: never. */
		lastUsedAt: string | null;
	}>;
	/** How many are left. */
	recoveryCodes: number;
	/** When they were made; null: there are none. */
	recoveryCodesMadeAt: string | null;
}

export interface UserImport {
	/** Up to 1,000. A row that is wrong is refused by itself. */
	rows: Array<ImportedUser | unknown>;
	/** Whether each person gets a link to set a password by mail. `none` unless given. */
	invite?: "mail" | "none";
}

/** Some of the users. */
export interface UserPage {
	/** In the order that was asked for. */
	users: Array<User>;
	/** Where the next page begins: its `cursor`. null: there is none. A page may be short, or empty, and still have one. */
	next: string | null;
}

export interface UserRole {
	/** From now on. */
	role: "user" | "admin";
}

/** The user and the session of this call. */
export interface WhoAmI {
	/** The user's id. */
	id: string;
	/** In its canonical form. */
	username: string;
	/** The name for people: as it was written when the user was made, or as an operator set it. */
	displayName: string;
	/** Address of the user, if one is known, verified or not. Never a key: other users may have the same. */
	email: string | null;
	/** What the user may do; equal to the claim role. */
	role: "user" | "admin";
	/** Groups that the user is in, sorted. They give no right in this service. */
	groups: Array<string>;
	/** The login before the one of this session; null: there was none. */
	lastLogin: {
		/** When it was. */
		at: string;
		/** IP address that it came from, if known. */
		address: string | null;
		/** Logins that failed between it and that of this session. */
		failedSince: number;
		/** Logins between them with the right password that failed at the second factor. Above 0: change the password. */
		stoppedAtSecondFactor: number;
	} | null;
	/** Attempts at the password that failed since the login of this session; at most 5 seconds old. */
	failedSince: number;
	/** The session of this call. */
	session: {
		/** The session's id, as in the claim sid. Never a credential. */
		id: string;
		/** How it is carried: by a JWT or by a cookie. */
		kind: "token" | "cookie";
		/** When the login was. */
		createdAt: string;
		/** When all that a login requires was proven last. */
		authenticatedAt: string;
		/** How strong that was: one factor, two, or one that cannot be phished; 0: no person, but a program with an access key. Equal to the claim acr. */
		acr: "aal1" | "aal2" | "phr" | "0";
		/** What was proven then (RFC 8176); equal to the claim amr. */
		amr: Array<"pwd" | "otp" | "pop" | "user" | "mfa" | "key">;
		/** When it was used last, to the minute. */
		lastSeenAt: string;
		/** The session ends then, whatever happens. */
		expiresAt: string;
		/** A cookie session ends then unless used, a token session unless renewed. */
		idleExpiresAt: string;
		/** true: the user asked to stay logged in, and its cookie outlives the browser. Left out of others. */
		remember?: boolean;
		/** The access key that began it. Left out of sessions of people. */
		accessKeyId?: string;
		/** What that key is limited to: names, separated by spaces. Left out if to nothing. */
		scope?: string;
	};
}

/** What each operation takes and answers. */
export interface Operations {
	/** Log in. */
	"POST /api/auth/login": { body: LoginRequest; answer: TokenAnswer | SessionAnswer };
	/** Second step of a login. */
	"POST /api/auth/login/second-factor": { body: SecondFactorRequest; answer: TokenAnswer | SessionAnswer };
	/** Offer an authenticator app, at login. */
	"POST /api/auth/login/totp": { body: EnrolmentRequest; answer: TotpOffer };
	/** Add an authenticator app, and log in. */
	"POST /api/auth/login/totp/activate": { body: EnrolmentActivation; answer: EnrolmentAnswer };
	/** Begin to add a passkey, at login. */
	"POST /api/auth/login/new-passkey/options": { body: EnrolmentRequest; answer: EnrolmentPasskey };
	/** Add a passkey, and log in. */
	"POST /api/auth/login/new-passkey": { body: EnrolmentByPasskey; answer: EnrolmentAnswer };
	/** Get a CSRF token. */
	"GET /api/auth/csrf": { body: undefined; answer: CsrfAnswer };
	/** Log out. */
	"POST /api/auth/logout": { body: undefined; answer: MessageAnswer };
	/** Authenticate again. */
	"POST /api/auth/reauthenticate": { body: ReauthenticateRequest; answer: TokenAnswer | SessionAnswer };
	/** Begin to authenticate again with a passkey. */
	"POST /api/auth/reauthenticate/options": { body: undefined; answer: PasskeyReauthenticationOffer };
	/** Change the password. */
	"POST /api/auth/password": { body: PasswordChangeRequest; answer: TokenAnswer | SessionAnswer };
	/** Choose the language. */
	"POST /api/auth/locale": { body: LanguageChoice; answer: MessageAnswer };
	/** List own factors. */
	"GET /api/auth/factors": { body: undefined; answer: FactorList };
	/** Offer an authenticator app. */
	"POST /api/auth/factors/totp": { body: undefined; answer: TotpOffer };
	/** Add an authenticator app. */
	"POST /api/auth/factors/totp/activate": { body: TotpActivation; answer: FactorAdded };
	/** Name a factor. */
	"PATCH /api/auth/factors/{id}": { body: FactorName; answer: MessageAnswer };
	/** Remove a factor. */
	"DELETE /api/auth/factors/{id}": { body: undefined; answer: FactorsChanged };
	/** Turn two-step login on or off. */
	"PUT /api/auth/second-factor": { body: SecondFactorSwitch; answer: FactorsChanged };
	/** Make new recovery codes. */
	"POST /api/auth/recovery-codes": { body: undefined; answer: RecoveryCodes };
	/** Begin a login with a passkey. */
	"POST /api/auth/login/passkey/options": { body: PasskeyLoginOptions; answer: PasskeyOffer };
	/** Log in with a passkey. */
	"POST /api/auth/login/passkey": { body: PasskeyLoginRequest; answer: TokenAnswer | SessionAnswer };
	/** Begin to add a passkey. */
	"POST /api/auth/factors/passkey/options": { body: undefined; answer: PasskeyCreationOffer };
	/** Add a passkey. */
	"POST /api/auth/factors/passkey": { body: PasskeyAddition; answer: FactorAdded };
	/** Make an access key. */
	"POST /api/auth/access-keys": { body: NewAccessKey; answer: MadeAccessKey };
	/** List own access keys. */
	"GET /api/auth/access-keys": { body: undefined; answer: AccessKeyList };
	/** Give an access key another name. */
	"PATCH /api/auth/access-keys/{id}": { body: AccessKeyName; answer: MessageAnswer };
	/** End an access key. */
	"DELETE /api/auth/access-keys/{id}": { body: undefined; answer: EndedAnswer };
	/** Rotate an access key. */
	"POST /api/auth/access-keys/{id}/rotate": { body: AccessKeyRotation; answer: MadeAccessKey };
	/** End access keys that were found. */
	"POST /api/auth/access-keys/revoke": { body: FoundAccessKeys; answer: FoundAnswer };
	/** List own applications. */
	"GET /api/auth/applications": { body: undefined; answer: ApplicationList };
	/** End an application. */
	"POST /api/auth/applications/{id}/end": { body: undefined; answer: undefined };
	/** Check a setup link. */
	"POST /api/auth/setup/check": { body: SetupLinkCheck; answer: undefined };
	/** Set a password by a setup link. */
	"POST /api/auth/setup": { body: SetupRequest; answer: SessionAnswer };
	/** Ask for a link to set a new password. */
	"POST /api/auth/recovery": { body: RecoveryRequest; answer: RecoveryAnswer };
	/** Ask for another e-mail address. */
	"POST /api/auth/email": { body: EmailChangeRequest; answer: EmailChangeAnswer };
	/** Confirm an e-mail address. */
	"POST /api/auth/email/confirm": { body: EmailConfirmation; answer: MessageAnswer };
	/** Export own data. */
	"GET /api/auth/export": { body: undefined; answer: Export };
	/** Addresses of the status lists. */
	"GET /api/auth/status": { body: undefined; answer: StatusLists };
	/** Who am I. */
	"GET /api/auth/session": { body: undefined; answer: WhoAmI };
	/** Renew. */
	"POST /api/auth/renew": { body: undefined; answer: TokenAnswer | SessionAnswer };
	/** Get a token of a cookie session. */
	"POST /api/auth/token": { body: undefined; answer: TokenAnswer };
	/** List own sessions. */
	"GET /api/auth/sessions": { body: undefined; answer: SessionList };
	/** End all other sessions. */
	"DELETE /api/auth/sessions": { body: undefined; answer: EndedAnswer };
	/** End one own session. */
	"DELETE /api/auth/sessions/{id}": { body: undefined; answer: MessageAnswer };
}

/** What each operation below /api/admin takes and answers. */
export interface AdminOperations {
	/** List users. */
	"GET /users": { body: undefined; answer: UserPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
		/** The beginning of the username; with an `@` also a whole e-mail address. */
		q?: string;
		/** This username. */
		username?: string;
		/** This e-mail address, in upper or lower case. */
		email?: string;
		/** This external id. */
		externalId?: string;
		/** Users of this role. */
		role?: "user" | "admin";
		/** People, or service accounts. */
		kind?: "person" | "service";
		/** Users in this state. */
		state?: "invited" | "reset" | "active" | "disabled";
		/** Members of this group. */
		group?: string;
		/** Whether their logins take a second factor. */
		secondFactor?: "on" | "off";
		/** Who have not logged in since then. */
		inactiveSince?: string;
		/** By name unless given; `-createdAt`: the newest first. */
		sort?: "username" | "-createdAt";
	} };
	/** Add a user. */
	"POST /users": { body: NewUser; answer: MadeUser };
	/** Count users. */
	"GET /users/count": { body: undefined; answer: UserCount; query: {
		/** The beginning of the username; with an `@` also a whole e-mail address. */
		q?: string;
		/** This username. */
		username?: string;
		/** This e-mail address, in upper or lower case. */
		email?: string;
		/** This external id. */
		externalId?: string;
		/** Users of this role. */
		role?: "user" | "admin";
		/** People, or service accounts. */
		kind?: "person" | "service";
		/** Users in this state. */
		state?: "invited" | "reset" | "active" | "disabled";
		/** Members of this group. */
		group?: string;
		/** Whether their logins take a second factor. */
		secondFactor?: "on" | "off";
		/** Who have not logged in since then. */
		inactiveSince?: string;
	} };
	/** See a user. */
	"GET /users/{id}": { body: undefined; answer: ShownUser };
	/** Change what is known of a user. */
	"PATCH /users/{id}": { body: UserChange; answer: ChangedProfile };
	/** See the second factors of a user. */
	"GET /users/{id}/factors": { body: undefined; answer: UserFactors };
	/** See what a token of a user would say. */
	"GET /users/{id}/claims": { body: undefined; answer: UserClaims };
	/** Make a user an admin, or an admin a user. */
	"PUT /users/{id}/role": { body: UserRole; answer: ChangedUser };
	/** Disable a user. */
	"POST /users/{id}/disable": { body: undefined; answer: ChangedUser };
	/** Enable a user. */
	"POST /users/{id}/enable": { body: undefined; answer: ChangedUser };
	/** Forget the failed logins of a user. */
	"POST /users/{id}/unlock": { body: undefined; answer: ChangedUser };
	/** Give a user without a password a new link to set one. */
	"POST /users/{id}/invite": { body: Invitation; answer: MadeLink };
	/** Take the password of a user away. */
	"POST /users/{id}/reset": { body: Reset; answer: ResetUser };
	/** Delete a user for good. */
	"POST /users/{id}/delete": { body: UserDeletion; answer: undefined };
	/** Do the same to many users. */
	"POST /users/actions": { body: BulkAct; answer: BulkResult };
	/** Get all that is stored about a user. */
	"GET /users/{id}/export": { body: undefined; answer: Export };
	/** Get all users as a file. */
	"GET /users/export": { body: undefined; answer: undefined; query: {
		/** ndjson unless given. */
		format?: "ndjson" | "csv";
	} };
	/** Get events as a file. */
	"GET /events/export": { body: undefined; answer: undefined; query: {
		/** About this user, by id. Several with commas between them. */
		user?: string;
		/** Caused by this user or access key, by id. Several with commas between them. */
		actor?: string;
		/** Of this kind. Several with commas between them. */
		event?: string;
		/** Of this level and graver ones. */
		level?: "info" | "warn" | "error";
		/** Of this session. */
		session?: string;
		/** Of this request. */
		request?: string;
		/** About this application, by its `client_id`. */
		client?: string;
		/** From this address; up to a dot or a colon at its end, from all that begin so. */
		address?: string;
		/** No older than that. */
		since?: string;
		/** No newer than that. */
		until?: string;
	} };
	/** Add many users. */
	"POST /users/import": { body: UserImport; answer: ImportResult; query: {
		/** Tries it out. */
		dryRun?: "true" | "false";
	} };
	/** List groups. */
	"GET /groups": { body: undefined; answer: GroupPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
	} };
	/** Add a group. */
	"POST /groups": { body: NewGroup; answer: Group };
	/** Change the description of a group. */
	"PATCH /groups/{name}": { body: GroupDescription; answer: Group };
	/** Delete a group. */
	"POST /groups/{name}/delete": { body: GroupDeletion; answer: DeletedGroup };
	/** List the members of a group. */
	"GET /groups/{name}/members": { body: undefined; answer: MemberPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
	} };
	/** Put users into a group, and take users out. */
	"POST /groups/{name}/members": { body: GroupMoves; answer: MovedMembers };
	/** List applications. */
	"GET /clients": { body: undefined; answer: ClientPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
	} };
	/** Register an application. */
	"POST /clients": { body: NewClient; answer: MadeClient };
	/** See an application. */
	"GET /clients/{id}": { body: undefined; answer: ShownClient };
	/** Change an application. */
	"PATCH /clients/{id}": { body: ClientChange; answer: ChangedClient };
	/** Disable an application. */
	"POST /clients/{id}/disable": { body: undefined; answer: ChangedClient };
	/** Enable an application. */
	"POST /clients/{id}/enable": { body: undefined; answer: ChangedClient };
	/** Delete an application for good. */
	"POST /clients/{id}/delete": { body: ClientDeletion; answer: DeletedClient };
	/** List the users who let an application know them. */
	"GET /clients/{id}/users": { body: undefined; answer: ClientUserPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
	} };
	/** List the applications that a user has agreed to, is logged in to, or has left connected. */
	"GET /users/{id}/applications": { body: undefined; answer: UserApplicationPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
	} };
	/** End the access of an application to one user. */
	"POST /users/{id}/applications/{client}/end": { body: undefined; answer: EndedApplication };
	/** List the applications that this service knows how to register. */
	"GET /client-templates": { body: undefined; answer: ClientTemplates };
	/** Make another secret of an application. */
	"POST /clients/{id}/secrets": { body: NewClientSecret; answer: MadeClientSecret };
	/** End a secret of an application. */
	"POST /clients/{id}/secrets/{secret}/end": { body: undefined; answer: EndedClientSecret };
	/** List sessions of all users. */
	"GET /sessions": { body: undefined; answer: AllSessionPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
		/** live unless given. */
		state?: "live" | "ended";
		/** Of one user. */
		user?: string;
		/** Of one kind. */
		kind?: "token" | "cookie";
		/** That began from this address; up to a dot or a colon at its end, all that begin so. */
		address?: string;
		/** That began no earlier. */
		since?: string;
	} };
	/** See a session. */
	"GET /sessions/{id}": { body: undefined; answer: AdministeredSession };
	/** End a session. */
	"POST /sessions/{id}/end": { body: undefined; answer: EndedSessions };
	/** End all sessions of some users. */
	"POST /sessions/end": { body: SessionsOfUsers; answer: {
		/** How many sessions ended. */
		ended: number;
	} };
	/** End all sessions of all users. */
	"POST /sessions/end-all": { body: EverySession; answer: {
		/** How many sessions ended. */
		ended: number;
	} };
	/** List events. */
	"GET /events": { body: undefined; answer: EventPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
		/** About this user, by id. Several with commas between them. */
		user?: string;
		/** Caused by this user or access key, by id. Several with commas between them. */
		actor?: string;
		/** Of this kind. Several with commas between them. */
		event?: string;
		/** Of this level and graver ones. */
		level?: "info" | "warn" | "error";
		/** Of this session. */
		session?: string;
		/** Of this request. */
		request?: string;
		/** About this application, by its `client_id`. */
		client?: string;
		/** From this address; up to a dot or a colon at its end, from all that begin so. */
		address?: string;
		/** No older than that. */
		since?: string;
		/** No newer than that. */
		until?: string;
	} };
	/** See an event. */
	"GET /events/{id}": { body: undefined; answer: AuditEvent };
	/** Watch events happen. */
	"GET /events/stream": { body: undefined; answer: undefined; query: {
		/** About this user, by id. Several with commas between them. */
		user?: string;
		/** Caused by this user or access key, by id. Several with commas between them. */
		actor?: string;
		/** Of this kind. Several with commas between them. */
		event?: string;
		/** Of this level and graver ones. */
		level?: "info" | "warn" | "error";
		/** Of this session. */
		session?: string;
		/** Of this request. */
		request?: string;
		/** About this application, by its `client_id`. */
		client?: string;
		/** From this address; up to a dot or a colon at its end, from all that begin so. */
		address?: string;
	} };
	/** List open links. */
	"GET /setup-links": { body: undefined; answer: SetupLinkPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
	} };
	/** End an open link. */
	"POST /setup-links/{id}/end": { body: undefined; answer: undefined };
	/** List mails. */
	"GET /mails": { body: undefined; answer: MailPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
		/** What came of it. */
		state?: "waiting" | "sent" | "failed";
		/** About this user. */
		user?: string;
	} };
	/** Send a mail again that failed or waits. */
	"POST /mails/{id}/retry": { body: undefined; answer: undefined };
	/** Send yourself a mail. */
	"POST /mails/test": { body: undefined; answer: TestedMail };
	/** List access keys of all users. */
	"GET /access-keys": { body: undefined; answer: AllAccessKeyPage; query: {
		/** How many at most: 1 to 200; 50 unless given. */
		limit?: string;
		/** Member `next` of the page before, with the same filters. */
		cursor?: string;
		/** Of one user. */
		user?: string;
		/** Living ones that end before then. */
		expiringBefore?: string;
		/** Living ones that were not used since then. */
		unusedSince?: string;
		/** Living ones that were never used. */
		neverUsed?: "true" | "false";
	} };
	/** Make an access key of a service account. */
	"POST /users/{id}/access-keys": { body: NewServiceAccessKey; answer: MadeServiceAccessKey };
	/** End an access key. */
	"POST /access-keys/{id}/end": { body: undefined; answer: EndedAnswer };
	/** List the keys of the service. */
	"GET /keys": { body: undefined; answer: KeyList };
	/** Let the next signing or sealing key take over. */
	"POST /keys/{kind}/rotate": { body: KeyRotation; answer: RotatedKeys };
	/** Replace all signing keys, because an attacker knows them. */
	"POST /keys/signing/replace": { body: KeyReplacement; answer: ReplacedKeys };
	/** See the settings of this instance. */
	"GET /settings": { body: undefined; answer: SettingList };
	/** Examine the deployment. */
	"GET /health": { body: undefined; answer: Examination };
	/** List running instances. */
	"GET /instances": { body: undefined; answer: InstanceList };
	/** See how logins go. */
	"GET /summary": { body: undefined; answer: Summary; query: {
		/** How many: 1 to 720; 24 unless given. */
		hours?: string;
	} };
}
