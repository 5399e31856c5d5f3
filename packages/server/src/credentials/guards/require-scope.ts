import { LoginError } from "../../platform/errors.ts";
import { type Session, subjectOf } from "../session/session.ts";

/** A scope by RFC 6749 section 3.3; no other text is written into a header. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Throws insufficient_scope, which names the scopes (RFC 6750 section 3.1), unless the key of this session has them all. */
export function requireScopes(session: Session, names: readonly string[]): void {
	const scopes = session.accessKey?.scopes ?? [];
	if (names.length > 0 && names.every((name) => scopes.includes(name))) return;
	const isSayable = names.length > 0 && names.every((name) => SCOPE.test(name));
	const wanted = isSayable ? [`scope="${names.join(" ")}"`] : [];
	throw new LoginError("insufficient_scope", {
		bearer: ['error="insufficient_scope"', ...wanted].join(", "),
		subject: subjectOf(session),
	});
}
