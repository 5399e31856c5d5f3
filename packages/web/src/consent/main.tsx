import "../styles/design.css";
import "../styles/consent.css";
import "../problem-texts.ts";
import { render } from "preact";
import { consentTexts } from "#texts/consent.ts";
import { problems } from "../explain.ts";
import { readPage } from "../page.ts";
import { ConsentPage } from "./consent-page.tsx";

Object.assign(problems, consentTexts.problems);
const page = readPage(document);
render(<ConsentPage page={page} />, page.root);
