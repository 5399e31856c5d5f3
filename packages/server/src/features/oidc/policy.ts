import type { interactionPolicy, KoaContextWithOIDC } from "oidc-provider";
import { reachableBy, wantedOf } from "../../operations/single-sign-on/answer-application.ts";
import type { ApplicationAccess } from "../../operations/single-sign-on/application-access.ts";
import { nextStep, type Step } from "../../operations/single-sign-on/next-step.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { clientOfContext } from "./client-metadata.ts";
import type { Library } from "./library.ts";
import type { RequestScope } from "./request-scope.ts";

export interface PolicyParts {
	access: ApplicationAccess;
	scope: RequestScope;
	clock: Clock;
}

/** When a login to an application has to ask its user: what the provider asks by itself, and what our sessions and clients add. */
export function createPolicy(
	library: Library,
	{ access, scope, clock }: PolicyParts,
): interactionPolicy.DefaultPolicy {
	const { base, Check } = library.interactionPolicy;

	async function stepOf({ oidc }: KoaContextWithOIDC): Promise<Step> {
		const { principal } = scope.now();
		// The provider's session is ours: nothing else may stand for a user.
		if (principal === null || oidc.session?.accountId !== principal.user.id) return { is: "login" };
		if (oidc.client === undefined) return { is: "refuse" };
		const client = clientOfContext(oidc.client);
		const wanted = wantedOf(oidc.params ?? {}, {
			askedAt: clock(),
			proven: oidc.result?.login !== undefined,
		});
		return nextStep(client, wanted, principal, await reachableBy(access, client, wanted, principal));
	}

	const is =
		(...steps: Array<Step["is"]>) =>
		async (context: KoaContextWithOIDC) =>
			steps.includes((await stepOf(context)).is);

	const policy = base();
	const login = policy.get("login");
	const refused = "The user may not use this application.";
	login?.checks.add(new Check("refused", refused, "access_denied", is("refuse")), 0);
	const missing = "The user is not logged in, or not as the application asks for.";
	login?.checks.add(new Check("session", missing, "login_required", is("login", "reauthenticate")));
	return policy;
}
