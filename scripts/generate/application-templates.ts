import { templates } from "../../packages/server/src/operations/application/templates.ts";
import { methodOf } from "./application-pages.ts";

/** The table of docs/single-sign-on.md: what `client add --template` takes. */
export function applicationTemplates(): string {
	const rows = templates.map((template) => {
		const { name, title, kind, pkce, logoutUri, checked } = template;
		const logout = logoutUri === null ? "" : "yes";
		return `| \`${name}\` | [${title}](applications/${name}.md) | ${kind} | ${methodOf(template)} | ${pkce} | ${logout} | ${checked} |`;
	});
	return [
		"| template | application | kind | authentication | PKCE | notified of logouts | known |",
		"|---|---|---|---|---|---|---|",
		...rows,
	].join("\n");
}
