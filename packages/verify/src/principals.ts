import type { Principal } from "./principal.ts";

/** Who calls, kept beside a request instead of on it: nothing of a framework is extended, and nothing can collide. */
export function createPrincipals(): {
	note(request: object, principal: Principal): void;
	/** Throws when nothing has verified this request: its route does not stand behind `protect`. */
	principalOf(request: object): Principal;
} {
	const principals = new WeakMap<object, Principal>();
	return {
		note(request, principal) {
			principals.set(request, principal);
		},
		principalOf(request) {
			const principal = principals.get(request);
			if (principal === undefined) throw new Error("This route does not stand behind protect().");
			return principal;
		},
	};
}
