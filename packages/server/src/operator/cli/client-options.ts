import type { AskedSettings } from "../../identity/application/client-settings.ts";
import { parseInteger } from "../../platform/lib/parse-setting.ts";
import { oneOf, readOption, type Values } from "./define-command.ts";

/** Options of the commands that write the settings of an application. */
export const clientOptions = {
	name: { type: "string" },
	"redirect-uri": { type: "string", multiple: true },
	"post-logout-uri": { type: "string", multiple: true },
	"logout-uri": { type: "string" },
	"launch-url": { type: "string" },
	auth: { type: "string" },
	pkce: { type: "string" },
	scope: { type: "string", multiple: true },
	group: { type: "string", multiple: true },
	trusted: { type: "boolean" },
	"require-acr": { type: "string" },
	"offline-days": { type: "string" },
	insecure: { type: "boolean" },
} as const;

/** `isNew`: what an application has where nothing is given, and not how a change goes back to it. */
export const clientUsage = ({ isNew }: { isNew: boolean }): string => {
	const unlessGiven = isNew ? " (unless given)" : "";
	const basic = `basic${unlessGiven} or post`;
	const pkce = isNew
		? "  --pkce optional          for an application on a server that does not know PKCE; else it is required"
		: "  --pkce WHETHER           required, or optional for an application on a server that does not know PKCE";
	const level = isNew
		? "  --require-acr aal2|phr   each login to it takes two factors, or a passkey"
		: '  --require-acr LEVEL      aal2: each login to it takes two factors. phr: a passkey. "": what the user has';
	return `  --name TEXT              what people read on the page that asks them
  --redirect-uri URL       where users come back to; repeat it for more, 10 at most
  --post-logout-uri URL    where users may be sent after a logout; repeat it for more
  --logout-uri URL         where logout tokens go (back-channel logout)
  --launch-url URL         where users begin
  --auth METHOD            how it authenticates: ${basic}
${pkce}
  --scope NAME             what it may ask for: profile email groups${unlessGiven} offline_access; repeat it for more
  --group NAME             only members of this group may use it; repeat it for more
  --trusted                users are not asked whether it may know them: for applications of your own
${level}
  --offline-days N         days that its access outlives the session; takes the scope offline_access
  --insecure               permits plain http beyond loopback, in a network of your own`;
};

const methods = { basic: "client_secret_basic", post: "client_secret_post" } as const;

/** Only what is given. An empty value removes what is there. Throws WrongUse. */
export function readClientOptions(given: Values<typeof clientOptions>): AskedSettings {
	const { name, auth, pkce, scope, group, trusted, insecure } = given;
	const orNull = (value: string | undefined) => (value === "" ? null : value);
	const list = (values: string[] | undefined) => values?.filter((value) => value !== "");
	const days = given["offline-days"];
	const asked: AskedSettings = {
		name,
		redirectUris: list(given["redirect-uri"]),
		postLogoutUris: list(given["post-logout-uri"]),
		logoutUri: orNull(given["logout-uri"]),
		launchUrl: orNull(given["launch-url"]),
		authMethod: auth === undefined ? undefined : methods[oneOf("--auth", auth, ["basic", "post"])],
		pkce: pkce === undefined ? undefined : oneOf("--pkce", pkce, ["required", "optional"]),
		scopes: scope && [...new Set(["openid", ...(list(scope) ?? [])])],
		allowedGroups: group,
		trusted,
		requireAcr:
			given["require-acr"] === undefined
				? undefined
				: oneOf("--require-acr", given["require-acr"], ["aal2", "phr", ""]) || null,
		offlineDays:
			days === undefined ? undefined : readOption("--offline-days", () => parseInteger(days, 0, 365)),
		insecure,
	};
	return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** How long a secret lives; undefined: it has no end. Throws WrongUse. */
export const readSecretDays = (option: string, text: string | undefined) =>
	text === undefined ? undefined : readOption(option, () => parseInteger(text.replace(/d$/, ""), 1, 730));
