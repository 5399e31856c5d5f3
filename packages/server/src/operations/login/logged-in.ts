import type { StartedSession } from "../../credentials/session/start-session.ts";
import type { User } from "../../identity/user/user.ts";

export type LoggedIn = StartedSession & {
	user: User;
	trustDevice?: boolean;
};
