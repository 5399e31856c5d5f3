import { decodeJwt, type JWTPayload } from "jose";
import { LeftOut } from "./check.ts";

/** The claims of a token, signature unseen: for checks that are about something else. */
export function claimsOf(holder: { token(): string }): JWTPayload {
	try {
		return decodeJwt(holder.token());
	} catch (error) {
		if (error instanceof LeftOut) throw error;
		throw new LeftOut("the token cannot be read");
	}
}
