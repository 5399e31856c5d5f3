import "../styles/design.css";
import "../styles/wide.css";
import "../styles/copyable.css";
import "../styles/docs.css";
import { openPage } from "../open-page.tsx";
import { DocsPage } from "./docs-page.tsx";

openPage(DocsPage);
