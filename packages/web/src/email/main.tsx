import "../styles/design.css";
import "../styles/dialog.css";
import "../problem-texts.ts";
import { render } from "preact";
import { readPage } from "../page.ts";
import { EmailPage } from "./email-page.tsx";

const page = readPage(document);
render(<EmailPage page={page} />, page.root);
