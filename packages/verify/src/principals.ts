import type { Principal } from "./principal.ts";

/** Callers by request, kept beside it instead of on it, so that nothing can collide. */
export function createPrincipals(): {
	note(request: object, principal: Principal): void;
	/** Throws when this request was not verified, because its route is not behind `protect`. */
	principalOf(request: object): Principal;
} {
	const principals = new WeakMap<object, Principal>();
	return {
		note(request, principal) {
			principals.set(request, principal);
		},
		principalOf(request) {
			const principal = principals.get(request);
			if (principal === undefined) throw new Error("This route is not behind protect().");
			return principal;
		},
	};
}
