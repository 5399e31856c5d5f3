import type { Requester } from "../../platform/http/requester.ts";
import type { Principal } from "./session.ts";

/** Who calls an operation that takes a session. */
export interface Caller {
	principal: Principal;
	/** The cookie secret it came with; null for a bearer. */
	secret: string | null;
	requester: Requester;
}
