import type { Page } from "../page.ts";
import { SetupContent } from "./setup-content.tsx";
import { useSetupLink } from "./use-setup-link.ts";

/**
 * The secret of the link is in the fragment, which servers do not see. It stays in the address bar until it was used, so that
 * a reload keeps it, and is stored nowhere else.
 */
export function SetupPage({ page }: { page: Page }) {
	return <SetupContent page={page} {...useSetupLink()} />;
}
