import "../styles/design.css";
import { render } from "preact";
import { readPage } from "../page.ts";
import { LoginPage } from "./login-page.tsx";

const page = readPage(document);
render(<LoginPage page={page} query={new URLSearchParams(location.search)} />, page.root);
