import type { Actor } from "../../platform/audit/audit.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Principal } from "./session.ts";

/** Who calls an operation that takes a session. */
export interface Caller {
	principal: Principal;
	/** The cookie secret it came with; null for a bearer. */
	secret: string | null;
	requester: Requester;
}

/** Who causes the events of what users do for themselves. */
export const actorOf = ({ principal: { user, session }, requester: { client } }: Caller): Actor => ({
	kind: "self",
	id: user.id,
	client,
	sessionId: session.id,
});
