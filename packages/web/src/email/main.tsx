import "../styles/design.css";
import "../styles/wide.css";
import "../problem-texts.ts";
import { openPage } from "../open-page.tsx";
import { EmailPage } from "./email-page.tsx";

openPage(EmailPage);
