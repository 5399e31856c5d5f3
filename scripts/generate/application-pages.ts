import { settingsOf, setupOf } from "../../packages/server/src/operations/application/fill-template.ts";
import type { Template } from "../../packages/server/src/operations/application/template.ts";
import { templates } from "../../packages/server/src/operations/application/templates.ts";

/** docs/applications: a page for each template, by its name. */
export const applicationPages = (): Array<{ name: string; text: string }> =>
	templates.map((template) => ({ name: template.name, text: pageOf(template) }));

/** How docs and pages call it. */
export const methodOf = ({ authMethod }: Template): string => authMethod.replace("client_secret_", "");

function pageOf(template: Template): string {
	const { name, title, documents, checked } = template;
	const url = template.hasUrl ? `https://${name}.example.com` : null;
	const of = { baseUrl: "https://login.example.com", id: "CLIENT_ID", secret: "CLIENT_SECRET" };
	const filled = { ...of, url, logoutUri: template.logoutUri };
	const { where, lines, notes } = setupOf(template, filled);
	const known =
		checked === "run here" ? "It was tried with this service." : "The template follows its documents.";
	const at = url === null ? "" : ` --url ${url}`;
	return `# ${title}

<!-- Printed from packages/server/src/operations/application/templates by npm run generate. -->

Users log in to [${title}](${documents}) through this service, by [single sign-on](../single-sign-on.md). ${known}

\`\`\`sh
sallyport client add --template ${name}${at}
\`\`\`

The command registers it, and prints the lines below with its id${template.authMethod === "none" ? "" : " and secret"}. Add \`--group GROUP\` to
say who may use it ([all options](../single-sign-on.md#what-is-registered)).

## What is registered

${registered(template, url)}

## What to paste

Into ${where.en}:

\`\`\`
${lines}
\`\`\`

## What to know

${notes.map((note) => `- ${note.en}`).join("\n")}
`;
}

function registered(template: Template, url: string | null): string {
	const { redirectUris = [], postLogoutUris = [], logoutUri } = settingsOf(template, url, {});
	const code = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(", ");
	const rows = [
		["kind", template.kind],
		["users come back to", code(redirectUris)],
		["after a logout", code(postLogoutUris)],
		["notified of logouts at", code(logoutUri ? [logoutUri] : [])],
		["authentication", methodOf(template)],
		["PKCE", template.pkce],
		["scopes", code(template.scopes)],
	];
	const shown = rows.filter(([, value]) => value !== "").map(([head, value]) => `| ${head} | ${value} |`);
	return ["| | |", "|---|---|", ...shown].join("\n");
}
