import type { FastifyReply, FastifyRequest } from "fastify";
import { LoginError } from "../../platform/errors.ts";
import type { Cookies } from "../../platform/http/cookies.ts";
import type { Csrf, CsrfProof } from "../csrf/csrf.ts";
import { isBrowser } from "./origin-gate.ts";

const MAXIMUM_CSRF = 512;

/** Checks for the CSRF token of a live page, of the pre-session cookie or, where `acceptsKeys`, of an access key. */
export function createCsrfBeforeLogin({ cookies, csrf }: { cookies: Cookies; csrf: Csrf }) {
	/** Adds a good token to a refusal of the CSRF token, and sets the cookie that goes with it. */
	function withFreshToken(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
		return refusalWithToken(error, () => {
			const { token, newSecret } = csrf.forPreSession(cookies.preSession.read(request.headers.cookie));
			if (newSecret !== null) reply.header("set-cookie", cookies.preSession.set(newSecret));
			return token;
		});
	}

	return {
		withFreshToken,
		async check(request: FastifyRequest, reply: FastifyReply, acceptsKeys: boolean): Promise<CsrfProof> {
			try {
				return await csrf.checkBeforeLogin({
					token: csrfHeader(request),
					preSessionSecret: cookies.preSession.read(request.headers.cookie),
					sessionSecret: cookies.session.read(request.headers.cookie),
					isBrowser: isBrowser(request.headers),
					acceptsKeys,
				});
			} catch (error) {
				throw withFreshToken(request, reply, error);
			}
		},
	};
}

/** A header sent twice arrives joined by a comma, which no token contains. */
export function csrfHeader(request: FastifyRequest): string | undefined {
	const value = request.headers.csrf;
	if (value === undefined) return undefined;
	const text = Array.isArray(value) ? value.join(", ") : value;
	if (text.length > MAXIMUM_CSRF) throw new LoginError("csrf_invalid");
	return text;
}

/** A refused CSRF token is answered with a good one, so that a client repairs itself with one retry. */
export function refusalWithToken(error: unknown, fresh: () => string): unknown {
	if (!(error instanceof LoginError) || !error.code.startsWith("csrf_")) return error;
	return new LoginError(error.code, { ...error.details, csrf: fresh() });
}
