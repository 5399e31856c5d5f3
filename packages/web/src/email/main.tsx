import "../styles/design.css";
import "../problem-texts.ts";
import { render } from "preact";
import { wireLogOut } from "../log-out.ts";
import { readPage } from "../page.ts";
import { EmailPage } from "./email-page.tsx";

const page = readPage(document);
wireLogOut(page);
render(<EmailPage page={page} />, page.root);
