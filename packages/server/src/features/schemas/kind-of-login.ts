/** How a login chooses its credential: members that all logins share. */
import { invalid } from "../../platform/errors.ts";
import { flag } from "../../platform/openapi/operation.ts";

export const kindOfLogin = {
	session: flag("true: a cookie session. Omitted or false: a JWT access token in the answer.", {
		default: false,
	}),
	remember: flag(
		"true, with `session`: the user stays logged in when the browser is closed, for as long as the service offers. Ignored where it does not. The choice holds for the second step too.",
		{ default: false },
	),
} as const;

/** Throws validation_failed: a program keeps its token itself, and for as long as it likes. */
export function readKind({ session = false, remember = false }: { session?: boolean; remember?: boolean }) {
	if (remember && !session) {
		const message = "Only a cookie session stays logged in: send session too, or leave remember out.";
		throw invalid("/session", "required", message);
	}
	return { kind: session ? "cookie" : "token", remember } as const;
}
