import type { Page } from "../page.ts";
import { SetupContent } from "./setup-content.tsx";
import { useSetupLink } from "./use-setup-link.ts";

/**
 * The link's secret stands after the #, where no server log sees it. It stays in the address bar until it has worked,
 * so that a reload does not lose it, and is kept nowhere else.
 */
export function SetupPage({ page }: { page: Page }) {
	return <SetupContent page={page} {...useSetupLink()} />;
}
