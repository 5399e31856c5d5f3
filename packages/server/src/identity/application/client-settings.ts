import { invalid } from "../../platform/errors.ts";
import { isName } from "../../platform/lib/plain-text.ts";
import { isGroupName } from "../user/read-profile.ts";
import { type AddressUse, isInsecureAddress, mistakeInAddress } from "./address-rule.ts";
import { type Client, type ClientScope, clientScopes } from "./client.ts";

/** What an operator decides about an application. */
export type ClientSettings = Omit<
	Client,
	"id" | "disabledAt" | "version" | "createdAt" | "lastUsedAt" | "scopes"
> & { scopes: readonly string[] };

/** A missing member keeps its value; in a new application, it has its default. */
export type AskedSettings = { [Name in keyof ClientSettings]?: ClientSettings[Name] | undefined };

/** The settings after they were checked. */
export type ReadSettings = Omit<ClientSettings, "scopes"> & { scopes: readonly ClientScope[] };

const LONGEST_NAME = 64;
const MOST_ADDRESSES = 10;
const MOST_GROUPS = 50;
const CLIENT_ID = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,64}$/;

/** An id of dots alone would be another path. */
export const isClientId = (text: string): boolean => CLIENT_ID.test(text);

/** Throws validation_failed. */
export function requireClientId(text: string): string {
	if (isClientId(text)) return text;
	const rule = "has 1 to 64 characters of a-z, A-Z, 0-9 and ._-, and at least one letter or digit";
	throw invalid("/id", "malformed", `The id of an application ${rule}.`);
}

/** The defaults of a new application. */
function defaultsOf(kind: Client["kind"]): Omit<ClientSettings, "name" | "redirectUris"> {
	return {
		kind,
		postLogoutUris: [],
		logoutUri: null,
		authMethod: kind === "web" ? "client_secret_basic" : "none",
		pkce: "required",
		allowedGroups: null,
		trusted: false,
		scopes: ["openid", "profile", "email", "groups"],
		requireAcr: null,
		offlineDays: 0,
		launchUrl: null,
		insecure: false,
	};
}

/**
 * What the settings of an application become. `before`: null for a new one. `offlineMost`: the most days that access may outlive a
 * session. Throws validation_failed with a pointer.
 */
export function readClientSettings(
	asked: AskedSettings,
	before: ClientSettings | null,
	{ offlineMost }: { offlineMost: number },
): ReadSettings {
	const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
	const empty = { name: "", redirectUris: [] };
	const all: ClientSettings = { ...(before ?? { ...defaultsOf(asked.kind ?? "web"), ...empty }), ...given };
	if (before !== null && all.kind !== before.kind)
		throw invalid("/kind", "fixed", "An application keeps its kind. Add another one.");
	if (!isName(all.name, LONGEST_NAME) || all.name.trim() !== all.name)
		throw invalid("/name", "malformed", "Choose a name of 1 to 64 characters that can all be seen.");
	requireAddresses(all);
	requireWayIn(all);
	requireGroupNames(all.allowedGroups);
	const scopes = readScopes(all);
	if (all.offlineDays > offlineMost)
		throw invalid(
			"/offlineDays",
			"too_long",
			`Access outlives a session by at most ${offlineMost} days here.`,
		);
	return { ...all, scopes };
}

function requireAddresses(settings: ClientSettings): void {
	const { redirectUris, postLogoutUris, logoutUri, launchUrl, kind, insecure } = settings;
	if (redirectUris.length === 0)
		throw invalid("/redirectUris", "missing", "Name at least one address that users come back to.");
	const lists = { redirectUris, postLogoutUris } as const;
	for (const [member, texts] of Object.entries(lists)) {
		if (texts.length > MOST_ADDRESSES)
			throw invalid(`/${member}`, "too_many", `An application has at most ${MOST_ADDRESSES} of them.`);
		if (new Set(texts).size < texts.length)
			throw invalid(`/${member}`, "repeated", "Name each address once.");
		for (const [at, text] of texts.entries())
			requireAddress(text, `/${member}/${at}`, { kind, insecure, use: "redirect" });
	}
	const called = { logoutUri, launchUrl } as const;
	for (const [member, text] of Object.entries(called))
		if (text !== null) requireAddress(text, `/${member}`, { kind, insecure, use: "call" });
}

function requireAddress(text: string, pointer: string, use: AddressUse): void {
	const mistake = mistakeInAddress(text, use);
	if (mistake !== null) throw invalid(pointer, "malformed", `This address ${mistake}.`);
}

/** An application in a browser or on a device keeps no secret, so PKCE alone binds its logins to it. */
function requireWayIn({ kind, authMethod, pkce }: ClientSettings): void {
	if (kind === "web") {
		if (authMethod !== "none") return;
		const message = "An application on a server has a secret: client_secret_basic or client_secret_post.";
		throw invalid("/authMethod", "mixed", message);
	}
	if (authMethod !== "none")
		throw invalid("/authMethod", "mixed", "An application in a browser or on a device has no secret: none.");
	if (pkce !== "required")
		throw invalid("/pkce", "mixed", "PKCE is always required of an application without a secret.");
}

function requireGroupNames(groups: readonly string[] | null): void {
	if (groups === null) return;
	if (groups.length === 0 || groups.length > MOST_GROUPS) {
		const message = `Name 1 to ${MOST_GROUPS} groups, or none at all (null): then every user may.`;
		throw invalid("/allowedGroups", "malformed", message);
	}
	for (const [at, name] of groups.entries())
		if (!isGroupName(name))
			throw invalid(`/allowedGroups/${at}`, "malformed", "There is no group of such a name.");
}

/** Always in the same order; openid is always among them. */
function readScopes({ scopes, offlineDays }: ClientSettings): ClientScope[] {
	const known: readonly string[] = clientScopes;
	for (const [at, scope] of scopes.entries())
		if (!known.includes(scope))
			throw invalid(`/scopes/${at}`, "unknown", `The scopes of applications are ${known.join(", ")}.`);
	if (offlineDays > 0 && !scopes.includes("offline_access"))
		throw invalid(
			"/offlineDays",
			"mixed",
			"Access that outlives the session takes the scope offline_access.",
		);
	return clientScopes.filter((scope) => scope === "openid" || scopes.includes(scope));
}

/** Whether an address of it is plain http beyond loopback. */
export function isReachedInsecurely(settings: ClientSettings | Client): boolean {
	const { redirectUris, postLogoutUris, logoutUri, launchUrl } = settings;
	const called = [logoutUri, launchUrl].filter((text) => text !== null);
	return [...redirectUris, ...postLogoutUris, ...called].some(isInsecureAddress);
}

/** Whether tokens that were given out before are more than the application may have now. */
export function isNarrowed(before: Client, after: ReadSettings): boolean {
	const levels = [null, "aal2", "phr"];
	return (
		before.scopes.some((scope) => !after.scopes.includes(scope)) ||
		(before.trusted && !after.trusted) ||
		after.offlineDays < before.offlineDays ||
		levels.indexOf(after.requireAcr) > levels.indexOf(before.requireAcr)
	);
}
