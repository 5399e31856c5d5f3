import "../styles/design.css";
import "../styles/gatehouse.css";
import { render } from "preact";
import { readPage } from "../page.ts";
import { readSetupLink } from "./setup-link.ts";
import { SetupPage } from "./setup-page.tsx";

const page = readPage(document);
// The form as served would else stay below the message: only what is drawn again is taken over.
if (readSetupLink(location.hash).token === null) page.root.replaceChildren();
render(<SetupPage page={page} />, page.root);
