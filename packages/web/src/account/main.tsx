import "../styles/design.css";
import "../styles/wide.css";
import "../styles/account.css";
import "../styles/applications.css";
import "../problem-texts.ts";
import { openPage } from "../open-page.tsx";
import { ProfilePage } from "./profile-page.tsx";

openPage(ProfilePage);
