import "../../styles/design.css";
import "../../styles/wide.css";
import "../../styles/copyable.css";
import "../../styles/account.css";
import "../../styles/security.css";
import "../../problem-texts.ts";
import { openPage } from "../../open-page.tsx";
import { SecurityPage } from "./security-page.tsx";

openPage(SecurityPage);
