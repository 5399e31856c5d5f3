import "../styles/design.css";
import "../problem-texts.ts";
import { render } from "preact";
import { readPage } from "../page.ts";
import { ReauthenticatePage } from "./reauthenticate-page.tsx";

const page = readPage(document);
render(<ReauthenticatePage page={page} query={new URLSearchParams(location.search)} />, page.root);
