import { sha256 } from "../../platform/lib/hash.ts";
import type { Purpose } from "./setup-link-store.ts";

/** As stored. The token of a link that confirms an address is no token of a link that sets a password, in no release. */
export function hashOfToken(token: string, purpose: Purpose): string {
	return sha256(purpose === "email" ? `email ${token}` : token);
}
