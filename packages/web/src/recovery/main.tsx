import "../styles/design.css";
import "../problem-texts.ts";
import { render } from "preact";
import { recoveryTexts } from "#texts/recovery.ts";
import { problems } from "../explain.ts";
import { readPage } from "../page.ts";
import { RecoveryPage } from "./recovery-page.tsx";

// No password was tried here.
problems.rate_limited = recoveryTexts.tooMany;
const page = readPage(document);
render(<RecoveryPage page={page} />, page.root);
