import { checkSetupLink, SallyportError } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { recoveryTexts } from "#texts/recovery.ts";
import { setupTexts } from "#texts/setup.ts";
import type { Page } from "../page.ts";
import type { SetupLink } from "./setup-link.ts";

/**
 * Why the link cannot be used, as far as the service has said so. Any other failure of the check is left to the form, which
 * waits and tries again.
 */
export function useLinkRefusal(
	{ connection }: Page,
	{ token, isRecovery }: Pick<SetupLink, "token" | "isRecovery">,
): string | undefined {
	const [refused, setRefused] = useState<{ token: string; why: string }>();
	useEffect(() => {
		if (token === null) return;
		const leaving = new AbortController();
		checkSetupLink(connection, { token }, leaving).catch((error: unknown) => {
			const why = linkRefusal(error, isRecovery);
			if (why !== undefined) setRefused({ token, why });
		});
		return () => leaving.abort();
	}, [token]);
	return refused?.token === token ? refused.why : undefined;
}

/** undefined: the failure has nothing to do with the link. */
export function linkRefusal(error: unknown, isRecovery: boolean): string | undefined {
	if (!(error instanceof SallyportError)) return undefined;
	const { code, errors } = error;
	const { invalid, used } = isRecovery ? recoveryTexts : setupTexts;
	const badToken = code === "validation_failed" && errors.some(({ pointer }) => pointer === "/token");
	if (code === "not_found" || badToken) return invalid;
	return code === "setup_link_used" ? used : undefined;
}
