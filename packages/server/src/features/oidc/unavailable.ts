/** What applications and people get while the database is away: as everywhere else, 503 and when to come back. */
import type { EventEmitter } from "node:events";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";

/** Seconds. */
const AGAIN_AFTER = 2;

/** RFC 6749 names it for authorization responses alone (4.1.2.1); programs know it, and no other code says "come back". */
export const unavailable = { error: "temporarily_unavailable", error_description: "Try again later." };

/** Answers in the provider's place where it says `server_error`, which sounds as if it were for good. */
export function createUnavailability(
	provider: Provider,
	pages: { refuse: (context: KoaContextWithOIDC, out: typeof unavailable, error: unknown) => void },
	log: { error(detail: object, message: string): void },
) {
	const caught = new WeakSet<object>();
	(provider as EventEmitter).on("server_error", (context: object, error: unknown) => {
		if (isStoreUnavailable(error)) caught.add(context);
	});

	function correct(context: KoaContextWithOIDC): void {
		const location = context.res.getHeader("location");
		if (typeof location === "string") {
			const url = new URL(location);
			for (const [name, value] of Object.entries(unavailable)) url.searchParams.set(name, value);
			context.redirect(url.href);
			return;
		}
		if (context.response.is("json") !== false) context.body = unavailable;
		context.status = 503;
		context.set("retry-after", String(AGAIN_AFTER));
	}

	return async function whileAway(context: KoaContextWithOIDC, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			if (!isStoreUnavailable(error)) throw error;
			log.error({ err: error }, "OpenID Connect failed");
			context.remove("location");
			pages.refuse(context, unavailable, error);
			caught.add(context);
		}
		if (caught.has(context)) correct(context);
	};
}
