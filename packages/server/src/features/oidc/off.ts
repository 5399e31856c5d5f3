import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";

/** In the place of single sign-on where it is off: an application that is set up already finds the reason in its log. */
export function createOidcOff(): Feature {
	async function refuse(): Promise<never> {
		throw new LoginError("not_found", "Single sign-on is off here: SALLYPORT_OIDC.");
	}
	return {
		name: "Single sign-on, off",
		routes(app) {
			// Before a body is read.
			for (const path of ["/oidc", "/oidc/*"]) app.all(path, { onRequest: refuse }, refuse);
		},
	};
}
