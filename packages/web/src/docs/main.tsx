import "../styles/design.css";
import "../styles/wide.css";
import "../styles/copyable.css";
import "../styles/docs.css";
import { render } from "preact";
import { wireLogOut } from "../log-out.ts";
import { readPage } from "../page.ts";
import { DocsPage } from "./docs-page.tsx";

const page = readPage(document);
wireLogOut(page);
render(<DocsPage page={page} />, page.root);
