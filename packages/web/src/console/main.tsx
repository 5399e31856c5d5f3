// As in design.css, but for the gatehouse, which is of pages that ask for one thing.
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/frame.css";
import "../styles/forms.css";
import "../styles/wide.css";
import "../styles/copyable.css";
import "../styles/console/frame.css";
import "../styles/console/overview.css";
import "../styles/console/chart.css";
import "../styles/console/filters.css";
import "../styles/console/parts.css";
import "../styles/console/dialogs.css";
import "../styles/console/table.css";
import "../styles/console/user.css";
import "../styles/console/applications.css";
import "../styles/console/events.css";
import "../styles/console/import.css";
import "../styles/console/pick.css";
import "../styles/console/system.css";
import "../problem-texts.ts";
import { render } from "preact";
import { consoleTexts } from "#texts/console.ts";
import { problems } from "../explain.ts";
import { ignoreDoubleClicks } from "../ignore-double-clicks.ts";
import { wireLogOut } from "../log-out.ts";
import { Console } from "./console.tsx";
import { keepFocus } from "./keep-focus.ts";
import { loadPage } from "./pages.tsx";
import { createPlaces } from "./place.ts";
import { openServed } from "./served.ts";

Object.assign(problems, consoleTexts.problems);
ignoreDoubleClicks();
// Names and ids are in no dictionary.
document.body.spellcheck = false;
const served = openServed(document);
wireLogOut(served.page);
const places = createPlaces(served.page);

/** Not awaited by this module: the code of the page imports from its file, and would wait for it in turn. */
async function show(): Promise<void> {
	// Until its code is there, the page shows what the server wrote.
	const first = await loadPage(places.current()).catch(() => null);
	// What the server wrote is no part of what is rendered.
	served.page.root.replaceChildren();
	render(<Console served={served} places={places} first={first} />, served.page.root);
}
keepFocus();
void show();
