import "../styles/design.css";
import "../styles/wide.css";
import "../styles/copyable.css";
import "../styles/docs.css";
import { render } from "preact";
import { Copyable } from "../components/copyable.tsx";
import { openHeader } from "../open-page.tsx";

const { root } = openHeader();
for (const place of root.querySelectorAll<HTMLElement>("[data-what]")) {
	const text = place.querySelector("code")?.textContent;
	render(<Copyable text={text} what={place.dataset.what ?? ""} />, place);
}
document.getElementById(location.hash.slice(1))?.setAttribute("open", "");
