import type { Requester } from "../../platform/http/requester.ts";
import type { Uses } from "../uses.ts";
import type { RequireOpenLink } from "./require-open-link.ts";

interface SetupCheck {
	token: string;
	/** What the CSRF token refers to. */
	csrfReference: string;
	requester: Requester;
}

/**
 * Whether a setup link can be used, before its user thinks of a password. Uses up nothing; dead links count as in
 * complete-setup.ts. Throws not_found, setup_link_used, rate_limited.
 */
export function createCheckSetupLink({
	throttle,
	requireOpenLink,
}: Uses<"throttle"> & { requireOpenLink: RequireOpenLink }) {
	return async function checkSetupLink({ token, csrfReference, requester }: SetupCheck): Promise<void> {
		await using reservation = await throttle.reserve({
			username: null,
			requester,
			csrfReference,
			known: null,
		});
		await requireOpenLink(token, reservation);
	};
}
