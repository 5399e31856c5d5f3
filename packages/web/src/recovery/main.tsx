import "../styles/design.css";
import "../problem-texts.ts";
import { render } from "preact";
import { readPage } from "../page.ts";
import { RecoveryPage } from "./recovery-page.tsx";

const page = readPage(document);
render(<RecoveryPage page={page} />, page.root);
