import "../styles/design.css";
import "../styles/wide.css";
import "../styles/copyable.css";
import "../styles/account.css";
import "../styles/security.css";
import "../problem-texts.ts";
import { render } from "preact";
import { wireLogOut } from "../log-out.ts";
import { readPage } from "../page.ts";
import { AccountPage } from "./account-page.tsx";

const page = readPage(document);
wireLogOut(page);
render(<AccountPage page={page} />, page.root);
