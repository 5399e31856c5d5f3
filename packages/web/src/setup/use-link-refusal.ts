import { checkSetupLink, SallyportError } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { setupTexts } from "#texts/setup.ts";
import type { Page } from "../page.ts";

/**
 * Why the link cannot be used, as far as the service has said so. Any other failure of the check is left to the form, which
 * waits and tries again.
 */
export function useLinkRefusal({ connection }: Page, token: string | null): string | undefined {
	const [refused, setRefused] = useState<{ token: string; why: string }>();
	useEffect(() => {
		if (token === null) return;
		const leaving = new AbortController();
		checkSetupLink(connection, { token }, leaving).catch((error: unknown) => {
			const why = linkRefusal(error);
			if (why !== undefined) setRefused({ token, why });
		});
		return () => leaving.abort();
	}, [token]);
	return refused?.token === token ? refused.why : undefined;
}

/** undefined: the failure has nothing to do with the link. */
export function linkRefusal(error: unknown): string | undefined {
	if (!(error instanceof SallyportError)) return undefined;
	const { code, errors } = error;
	const badToken = code === "validation_failed" && errors.some(({ pointer }) => pointer === "/token");
	if (code === "not_found" || badToken) return setupTexts.invalid;
	return code === "setup_link_used" ? setupTexts.used : undefined;
}
