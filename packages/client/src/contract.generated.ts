/** Generated from the contract (docs/openapi.json) by npm run generate. */

/** A csrf value, written differently at each call. */
export interface CsrfAnswer {
	/** For the header csrf of a login, and of the unsafe calls of this session. */
	csrf: string;
}

/** How many sessions ended. */
export interface EndedAnswer {
	/** The result, for people. */
	message: string;
	/** How many sessions ended. */
	ended: number;
}

/** What happened; stable, never reused. New codes may come: take an unknown one by its status. */
export type ErrorCode =
	| "malformed_json"
	| "validation_failed"
	| "unknown_field"
	| "duplicate_key"
	| "password_rejected"
	| "bad_request"
	| "invalid_credentials"
	| "unauthenticated"
	| "invalid_token"
	| "session_expired"
	| "session_ended"
	| "csrf_missing"
	| "csrf_invalid"
	| "origin_forbidden"
	| "reauthentication_required"
	| "forbidden"
	| "not_found"
	| "method_not_allowed"
	| "not_acceptable"
	| "request_timeout"
	| "username_taken"
	| "last_admin"
	| "setup_link_used"
	| "body_too_large"
	| "uri_too_long"
	| "unsupported_media_type"
	| "expectation_failed"
	| "rate_limited"
	| "headers_too_large"
	| "internal_error"
	| "overloaded"
	| "store_unavailable";

export interface LoginRequest {
	/** The user's login name; upper and lower case are alike. */
	username: string;
	/** At most 1024 bytes of UTF-8. */
	password: string;
	/** true: a cookie session. Omitted or false: a JWT access token in the answer. */
	session?: boolean;
}

/** It is done. */
export interface MessageAnswer {
	/** The result, for people. */
	message: string;
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
	/** A fresh csrf value: repeat the request with it. */
	csrf?: string;
	/** Seconds; the same as the header `Retry-After`. */
	retryAfter?: number;
}

export interface ReauthenticateRequest {
	/** The present password. */
	password: string;
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
	/** The most recently used first. */
	sessions: Array<{
		/** The session's id, as in the claim sid. Never a credential. */
		id: string;
		/** How it is carried: by a JWT or by a cookie. */
		kind: "token" | "cookie";
		/** When the login was. */
		createdAt: string;
		/** When the password was confirmed last. */
		authenticatedAt: string;
		/** When it was used last, to the minute. */
		lastSeenAt: string;
		/** The session ends then, whatever happens. */
		expiresAt: string;
		/** A cookie session ends then unless used, a token session unless renewed. */
		idleExpiresAt: string;
		/** Whether it is the session of this call. */
		current: boolean;
		/** IP address that the login came from, if known. */
		clientAddress: string | null;
		/** What the client of the login said it is, if anything. */
		userAgent: string | null;
	}>;
}

export interface SetupLinkCheck {
	/** What the link carries behind #token=. */
	token: string;
}

export interface SetupRequest {
	/** What the link carries behind #token=. */
	token: string;
	/** The password to come. */
	password: string;
}

/** All status lists (draft-ietf-oauth-status-list, section 9). */
export interface StatusLists {
	/** Addresses of the lists that living tokens name. */
	status_lists: Array<string>;
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

/** The user and the session of this call. */
export interface WhoAmI {
	/** The user's id. */
	id: string;
	/** In its canonical form. */
	username: string;
	/** The name as it was written when the user was made. */
	displayName: string;
	/** What the user may do; equal to the claim role. */
	role: "user" | "admin";
	/** The login before the one of this session; null: there was none. */
	lastLogin: {
		/** When it was. */
		at: string;
		/** IP address that it came from, if known. */
		address: string | null;
		/** Logins that failed between it and that of this session. */
		failedSince: number;
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
		/** When the password was confirmed last. */
		authenticatedAt: string;
		/** When it was used last, to the minute. */
		lastSeenAt: string;
		/** The session ends then, whatever happens. */
		expiresAt: string;
		/** A cookie session ends then unless used, a token session unless renewed. */
		idleExpiresAt: string;
	};
}

/** What each operation takes and answers. */
export interface Operations {
	/** Log in. */
	"POST /api/auth/login": { body: LoginRequest; answer: TokenAnswer | SessionAnswer };
	/** Get a csrf value. */
	"GET /api/auth/csrf": { body: undefined; answer: CsrfAnswer };
	/** Log out. */
	"POST /api/auth/logout": { body: undefined; answer: MessageAnswer };
	/** Confirm the password. */
	"POST /api/auth/reauthenticate": { body: ReauthenticateRequest; answer: TokenAnswer | SessionAnswer };
	/** Change the password. */
	"POST /api/auth/password": { body: PasswordChangeRequest; answer: TokenAnswer | SessionAnswer };
	/** Check a setup link. */
	"POST /api/auth/setup/check": { body: SetupLinkCheck; answer: undefined };
	/** Set a password by a setup link. */
	"POST /api/auth/setup": { body: SetupRequest; answer: SessionAnswer };
	/** Addresses of the status lists. */
	"GET /api/auth/status": { body: undefined; answer: StatusLists };
	/** Who am I. */
	"GET /api/auth/session": { body: undefined; answer: WhoAmI };
	/** Renew. */
	"POST /api/auth/renew": { body: undefined; answer: TokenAnswer | SessionAnswer };
	/** List own sessions. */
	"GET /api/auth/sessions": { body: undefined; answer: SessionList };
	/** End all other sessions. */
	"DELETE /api/auth/sessions": { body: undefined; answer: EndedAnswer };
	/** End one own session. */
	"DELETE /api/auth/sessions/{id}": { body: undefined; answer: MessageAnswer };
}
