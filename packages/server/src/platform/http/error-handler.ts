import { Readable } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { eventOfRefusal } from "../audit/refusal-event.ts";
import type { Refusals } from "../audit/refusals.ts";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import { type ErrorCode, errorKind, LoginError } from "../errors.ts";
import type { Cookies } from "./cookies.ts";
import { corsHeaderNames } from "./cors.ts";
import { PROBLEM_TYPE, problemBody } from "./problem.ts";
import { ClientGone, clientOf } from "./requester.ts";

export interface ErrorHandlerDependencies {
	baseUrl: string;
	cookies: Cookies;
	log: { error(detail: object, message: string): void };
	/** Called for every error response. */
	refused: (request: FastifyRequest, code: ErrorCode) => void;
	/** Where errors with an audit event are noted, before the response. */
	refusals: Refusals;
	pageOf: PageOfRefusal;
}

/** The command that helps, and what it is about: text from outside. An address of an application is to be registered, or the application itself. */
export type Repair =
	| { how: "register"; id: string; address: string; option: string }
	| { how: "unknown"; id: string };

/** A page for a browser; null: respond with a problem document. */
export type PageOfRefusal = (
	error: LoginError,
	asked: {
		id: string;
		url: string;
		accept: string | undefined;
		acceptLanguage: string | undefined;
		/** For those who can repair it. */
		detail?: string;
		repair?: Repair | null;
	},
) => { headers: Record<string, string>; html: string } | null;

/** Turns any thrown value into a problem document, or into a page for a browser; unexpected ones become 503 or 500 and are logged. */
export function createErrorHandler(dependencies: ErrorHandlerDependencies) {
	const { baseUrl, cookies, log, refused, refusals, pageOf } = dependencies;
	const realm = new URL(baseUrl).host;
	return async function respondWithError(
		thrown: unknown,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const error = asLoginError(thrown);
		refused(request, error.code);
		const event = eventOfRefusal(error);
		if (event !== null) await refusals.note({ ...event, client: clientOf(request) });
		const { status } = errorKind(error.code);
		logFault(log, error, request.id);
		if (status === 401) {
			const ofCredential = !ofProof.has(error.code);
			const refusedBearer = ofCredential && request.headers.authorization !== undefined;
			const { bearer = refusedBearer ? 'error="invalid_token"' : "" } = error.details;
			reply.header("www-authenticate", [`Bearer realm="${realm}"`, bearer].filter(Boolean).join(", "));
			const deadCookie = ofCredential && cookies.session.read(request.headers.cookie) !== null;
			if (!refusedBearer && deadCookie) reply.header("set-cookie", cookies.session.clear());
		}
		// RFC 6750 section 3.1.
		if (error.code === "insufficient_scope")
			reply.header("www-authenticate", `Bearer realm="${realm}", ${error.details.bearer}`);
		// The route may have allowed caching before it failed.
		reply.header("cache-control", "no-store");
		if (error.details.retryAfter !== undefined) reply.header("retry-after", String(error.details.retryAfter));
		if (error.code === "unsupported_media_type") reply.header("accept", "application/json");
		if (status === 413 || status === 415) reply.header("connection", "close");
		reply.code(status);
		const { id, url, headers } = request;
		const { accept, "accept-language": acceptLanguage } = headers;
		const page = pageOf(error, { id, url, accept, acceptLanguage });
		if (page !== null) {
			// No other origin may read pages.
			for (const name of corsHeaderNames) reply.removeHeader(name);
			return reply.headers(page.headers).send(page.html);
		}
		return reply.header("content-type", PROBLEM_TYPE).send(problemBody(error, request.id));
	};
}

function logFault(log: ErrorHandlerDependencies["log"], error: LoginError, requestId: string): void {
	// Overload is not a fault, and a line for each would make a flood worse.
	if (errorKind(error.code).status < 500 || error.code === "overloaded") return;
	log.error({ code: error.code, requestId, err: error.cause ?? error }, "request failed");
}

/** Logs what fails after the response has begun, which then breaks off: no error response can say it any more. */
export function createStreamWatch(log: ErrorHandlerDependencies["log"]) {
	return function onSend<Payload>(
		{ id }: FastifyRequest,
		{ raw }: FastifyReply,
		payload: Payload,
		done: (error: null, payload: Payload) => void,
	): void {
		if (payload instanceof Readable)
			payload.once("error", (thrown) => {
				if (raw.headersSent) logFault(log, asLoginError(thrown), id);
			});
		done(null, payload);
	};
}

/** What a login sends was refused, and no credential of a session. */
const ofProof: ReadonlySet<ErrorCode> = new Set([
	"invalid_credentials",
	"access_key_expired",
	"access_key_ended",
	"second_factor_required",
	"second_factor_invalid",
	"challenge_invalid",
	"passkey_unknown",
	"passkey_invalid",
	"enrolment_required",
	"insufficient_user_authentication",
]);

/** The rest follows from the status. */
const byFastifyCode: Record<string, LoginError["code"]> = {
	FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
	FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

function asLoginError(thrown: unknown): LoginError {
	if (thrown instanceof LoginError) return thrown;
	if (thrown instanceof ClientGone) return new LoginError("request_timeout", { cause: thrown });
	const { code: given, statusCode: status } = (thrown ?? {}) as Partial<FastifyError>;
	// The client disconnected while sending its body; the same code would mean a lost database.
	if (given === "ECONNRESET" && status === 400) return new LoginError("request_timeout", { cause: thrown });
	if (isStoreUnavailable(thrown))
		return new LoginError("store_unavailable", { retryAfter: 2, cause: thrown });
	const code = byFastifyCode[given ?? ""];
	if (code !== undefined) return new LoginError(code, { cause: thrown });
	if (status === 404) return new LoginError("not_found", { cause: thrown });
	if (status !== undefined && status >= 400 && status < 500)
		return new LoginError("bad_request", { cause: thrown });
	return new LoginError("internal_error", { cause: thrown });
}
