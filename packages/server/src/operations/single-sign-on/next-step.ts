import { type Acr, acrOf, acrValues, type Principal } from "../../credentials/session/session.ts";
import { type Client, permits } from "../../identity/application/client.ts";

/** What an application asks of a login. */
export interface Wanted {
	/** Seconds since the authentication, at most; null: any time. */
	maxAge: number | null;
	/** The user is to authenticate, whether or not a session exists. */
	anew: boolean;
	/** When the application asked; milliseconds. */
	askedAt: number;
	/** Levels that it would like, any of them. */
	acr: readonly Acr[];
}

export type Step =
	| { is: "login" }
	/** The user may not use this application. */
	| { is: "refuse" }
	| { is: "reauthenticate"; acr: Acr }
	| { is: "go on" };

/**
 * What comes next before a login to an application is complete, consent aside. `reachable`: the strongest level that the user has a
 * factor for. A level that is only asked for is left out where it cannot be reached (OpenID Connect Core, 3.1.2.1); one that the operator
 * requires is not.
 */
export function nextStep(
	client: Pick<Client, "allowedGroups" | "requireAcr">,
	wanted: Wanted,
	principal: Pick<Principal, "user" | "session"> | null,
	reachable: Acr,
): Step {
	if (principal === null) return { is: "login" };
	if (!permits(client, principal.user)) return { is: "refuse" };
	const { authenticatedAt, amr } = principal.session;
	const { askedAt, maxAge, anew } = wanted;
	const since = anew ? askedAt : maxAge === null ? 0 : askedAt - maxAge * 1000;
	const least = leastOf(client, wanted, rank(reachable));
	if (authenticatedAt >= since && rank(acrOf(amr)) >= least) return { is: "go on" };
	return { is: "reauthenticate", acr: acrValues[least] ?? "aal1" };
}

/** 0 for any. */
function leastOf(
	{ requireAcr }: Pick<Client, "requireAcr">,
	{ acr }: Pick<Wanted, "acr">,
	reachable: number,
): number {
	const required = requireAcr === null ? 0 : rank(requireAcr);
	const liked = acr.map(rank).filter((each) => each <= reachable);
	return Math.max(required, liked.length === 0 ? 0 : Math.min(...liked));
}

const rank = (acr: Acr | "0"): number => (acrValues as readonly string[]).indexOf(acr);
