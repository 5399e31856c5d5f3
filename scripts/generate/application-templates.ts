import { templates } from "../../packages/server/src/operations/application/templates.ts";

/** The table of docs/single-sign-on.md: what `client add --template` takes. */
export function applicationTemplates(): string {
	const rows = templates.map(({ name, title, documents, kind, authMethod, pkce, logoutUri, checked }) => {
		const method = authMethod === "none" ? "none" : authMethod.replace("client_secret_", "");
		const logout = logoutUri === null ? "" : "yes";
		return `| \`${name}\` | [${title}](${documents}) | ${kind} | ${method} | ${pkce} | ${logout} | ${checked} |`;
	});
	return [
		"| template | application | kind | authentication | PKCE | told of logouts | known |",
		"|---|---|---|---|---|---|---|",
		...rows,
	].join("\n");
}
