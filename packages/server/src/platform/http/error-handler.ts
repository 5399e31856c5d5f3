import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, errorKind, LoginError } from "../errors.ts";
import { ClientGone } from "./client.ts";
import type { Cookies } from "./cookies.ts";
import { corsHeaderNames } from "./cors.ts";
import { PROBLEM_TYPE, problemBody } from "./problem.ts";

interface ErrorHandlerDependencies {
	baseUrl: string;
	cookies: Cookies;
	isStoreUnavailable: (error: unknown) => boolean;
	log: { error(detail: object, message: string): void };
	/** Told of every refusal. */
	refused: (request: FastifyRequest, code: ErrorCode) => void;
	/** Puts a refusal on record, if it belongs there, before it is answered; never rejects. */
	noteRefusal: (refusal: RefusedRequest) => Promise<void>;
	/** For a person with a browser; null: a problem document is wanted. */
	pageOf: PageOfRefusal;
}

export type PageOfRefusal = (
	error: LoginError,
	asked: { id: string; url: string; accept: string | undefined },
) => { headers: Record<string, string>; html: string } | null;

export interface RefusedRequest {
	error: LoginError;
	request: FastifyRequest;
}

/** Turns whatever was thrown into one problem document, or one page for a person; what is not ours becomes 503 or 500 and goes to the log. */
export function createErrorHandler({
	baseUrl,
	cookies,
	isStoreUnavailable,
	log,
	refused,
	noteRefusal,
	pageOf,
}: ErrorHandlerDependencies) {
	const realm = new URL(baseUrl).host;
	return async function answerError(
		thrown: unknown,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const error = asLoginError(thrown, isStoreUnavailable);
		refused(request, error.code);
		await noteRefusal({ error, request });
		const { status } = errorKind(error.code);
		// Overload is no fault of a request; a line for each would make a flood worse.
		if (status >= 500 && error.code !== "overloaded") {
			log.error({ code: error.code, requestId: request.id, err: error.cause ?? error }, "request failed");
		}
		if (status === 401) {
			const refusedBearer =
				request.headers.authorization !== undefined && error.code !== "invalid_credentials";
			reply.header(
				"www-authenticate",
				`Bearer realm="${realm}"${refusedBearer ? ', error="invalid_token"' : ""}`,
			);
			const deadCookie =
				error.code !== "invalid_credentials" && cookies.session.read(request.headers.cookie) !== null;
			if (!refusedBearer && deadCookie) reply.header("set-cookie", cookies.session.clear());
		}
		// A route may have promised caches an answer before it failed.
		reply.header("cache-control", "no-store");
		if (error.details.retryAfter !== undefined) reply.header("retry-after", String(error.details.retryAfter));
		if (error.code === "unsupported_media_type") reply.header("accept", "application/json");
		if (status === 413 || status === 415) reply.header("connection", "close");
		reply.code(status);
		const page = pageOf(error, { id: request.id, url: request.url, accept: request.headers.accept });
		if (page !== null) {
			// As for all pages: no other origin reads them.
			for (const name of corsHeaderNames) reply.removeHeader(name);
			return reply.headers(page.headers).send(page.html);
		}
		return reply.header("content-type", PROBLEM_TYPE).send(problemBody(error, request.id));
	};
}

const byFastifyCode: Record<string, LoginError["code"]> = {
	FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
	FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request",
	FST_ERR_CTP_EMPTY_JSON_BODY: "malformed_json",
	FST_ERR_BAD_URL: "bad_request",
	FST_ERR_NOT_FOUND: "not_found",
};

function asLoginError(thrown: unknown, isStoreUnavailable: (error: unknown) => boolean): LoginError {
	if (thrown instanceof LoginError) return thrown;
	if (thrown instanceof ClientGone) return new LoginError("request_timeout", { cause: thrown });
	const { code: given, statusCode: status } = (thrown ?? {}) as Partial<FastifyError>;
	// The client hung up in the middle of its body, which looks like a database that hung up.
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
