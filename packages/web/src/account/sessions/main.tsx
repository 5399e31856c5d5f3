import "../../styles/design.css";
import "../../styles/wide.css";
import "../../styles/account.css";
import "../../styles/sessions.css";
import "../../problem-texts.ts";
import { openPage } from "../../open-page.tsx";
import { SessionsPage } from "./sessions-page.tsx";

openPage(SessionsPage);
