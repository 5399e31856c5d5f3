import "../styles/design.css";
import { render } from "preact";
import { readPage } from "../page.ts";
import { LoginPage } from "./login-page.tsx";

// Other pages load this file for what they share with the login: a file of its own for that would cost the login more than
// what is in it.
if (document.body.dataset.page === "login") {
	const page = readPage(document);
	render(<LoginPage page={page} query={new URLSearchParams(location.search)} />, page.root);
}
