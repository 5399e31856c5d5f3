import type { IncomingHttpHeaders } from "node:http";
import { LoginError } from "../errors.ts";
import { trimWhiteSpace } from "../lib/trim-white-space.ts";

/**
 * A body must be declared as JSON in UTF-8; anything looser could avoid a preflight or the validation (ASVS 3.5.2).
 */
export function refuseForeignMediaType(headers: IncomingHttpHeaders): void {
	const encoding = headers["content-encoding"];
	if (encoding !== undefined && encoding.toLowerCase() !== "identity")
		throw new LoginError("unsupported_media_type");
	const type = headers["content-type"];
	if (type === undefined || !/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type)) {
		throw new LoginError("unsupported_media_type");
	}
}

/** Refuses a client that accepts neither JSON nor these types (RFC 9110 section 12.5.1). */
export function refuseUnreadable(accept: string | undefined, others: readonly string[] = []): void {
	if (accept === undefined || trimWhiteSpace(accept) === "") return;
	const acceptable = accept.split(",").some((range) => {
		const [type = "", ...parameters] = range.split(";").map((part) => trimWhiteSpace(part).toLowerCase());
		const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
		return !refused && (readable.includes(type) || others.includes(type));
	});
	if (!acceptable) throw new LoginError("not_acceptable");
}

const readable = ["*/*", "application/*", "application/json", "application/problem+json"];
