/** An application that users log in to through this service: a client of OpenID Connect, as an operator registered it. */
export interface Client {
	/** Its `client_id`. */
	id: string;
	name: string;
	/** Where it runs: on a server, in the browser, on the user's own device. */
	kind: "web" | "spa" | "native";
	redirectUris: readonly string[];
	postLogoutUris: readonly string[];
	/** Where logout tokens go; null: it is notified of none. */
	logoutUri: string | null;
	authMethod: "client_secret_basic" | "client_secret_post" | "none";
	pkce: "required" | "optional";
	/** Whose members may use it; null: every user. A name that no group has lets in no one. */
	allowedGroups: readonly string[] | null;
	/** Users are not asked whether it may know them. */
	trusted: boolean;
	/** What it may ask for. */
	scopes: readonly ClientScope[];
	/** The least that each login to it takes; null: whatever the user has. */
	requireAcr: "aal2" | "phr" | null;
	/** Days that its access outlives the session; 0: it ends with it. */
	offlineDays: number;
	/** Where users begin; null: there is no such page. */
	launchUrl: string | null;
	/** Plain http is permitted beyond loopback. */
	insecure: boolean;
	disabledAt: number | null;
	version: number;
	createdAt: number;
	/** To the minute. */
	lastUsedAt: number | null;
}

/** OpenID Connect Core, section 5.4; `groups` is a custom one that most applications know. */
export const clientScopes = ["openid", "profile", "email", "groups", "offline_access"] as const;

export type ClientScope = (typeof clientScopes)[number];

/** A secret of a client. At most two live at a time, so that one can take the place of the other. */
export interface ClientSecret {
	id: string;
	clientId: string;
	/** SHA-256. */
	secretHash: string;
	/** Its first four random characters. */
	hint: string;
	createdAt: number;
	/** null: it has no end. */
	expiresAt: number | null;
	lastUsedAt: number | null;
}

/** Whether a user of these groups may use it. */
export function permits(
	{ allowedGroups }: Pick<Client, "allowedGroups">,
	{ groups }: { groups: readonly string[] },
): boolean {
	return allowedGroups === null || allowedGroups.some((name) => groups.includes(name));
}
