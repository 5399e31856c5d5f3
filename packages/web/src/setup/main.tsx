import "../styles/design.css";
import "../styles/gatehouse.css";
import { render } from "preact";
import { readPage } from "../page.ts";
import { SetupPage } from "./setup-page.tsx";

const page = readPage(document);
render(<SetupPage page={page} />, page.root);
