import "../styles/design.css";
import "../problem-texts.ts";
import { render } from "preact";
import { readPage } from "../page.ts";
import { readSetupLink } from "./setup-link.ts";
import { SetupPage } from "./setup-page.tsx";

const page = readPage(document);
// Otherwise the served form would stay below the message: hydration keeps what is not rendered again.
if (readSetupLink(location.hash).token === null) page.root.replaceChildren();
render(<SetupPage page={page} />, page.root);
