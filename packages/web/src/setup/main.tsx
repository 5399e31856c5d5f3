import "../styles/design.css";
import "../problem-texts.ts";
import { render } from "preact";
import { readPage } from "../page.ts";
import { SetupContent } from "./setup-content.tsx";
import { readSetupLink } from "./setup-link.ts";
import { useSetupLink } from "./use-setup-link.ts";

const page = readPage(document);
// Otherwise the served form would stay below the message: hydration keeps what is not rendered again.
if (readSetupLink(location.hash).token === null) page.root.replaceChildren();
render(<SetupPage />, page.root);

/**
 * The secret of the link is in the fragment, which servers do not see. It stays in the address bar until it was used, so that
 * a reload keeps it, and is stored nowhere else.
 */
function SetupPage() {
	return <SetupContent page={page} {...useSetupLink()} />;
}
