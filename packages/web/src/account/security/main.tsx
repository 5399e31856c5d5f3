import "../../styles/design.css";
import "../../styles/wide.css";
import "../../styles/copyable.css";
import "../../styles/account.css";
import "../../styles/security.css";
import "../../problem-texts.ts";
import { securityTexts } from "#texts/security.ts";
import { problems } from "../../explain.ts";
import { openPage } from "../../open-page.tsx";
import { SectionOpening } from "../section-opening.tsx";
import { ChangePassword } from "./change-password.tsx";
import { LoginSecurity } from "./login-security.tsx";

Object.assign(problems, securityTexts.problems);
openPage(({ page }) => (
	<>
		<SectionOpening {...securityTexts.page} />
		<ChangePassword page={page} />
		<LoginSecurity page={page} />
	</>
));
