import type { ClientSecret } from "../../identity/application/client.ts";
import type { UserOfClient } from "../../identity/application/client-page-store.ts";
import type { Locale } from "../../platform/config/appearance-settings.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import type { MadeClient } from "./add-client.ts";
import type { MadeSecret } from "./administer-secrets.ts";
import type { Setup } from "./fill-template.ts";
import type { FoundClient, ShownClient } from "./find-clients.ts";
import type { OwnApplication } from "./own-application-store.ts";
import type { Template } from "./template.ts";

/** An application as answers and --json show it. Never a secret. */
export function describeClient({ client, secrets, users }: FoundClient) {
	return {
		id: client.id,
		name: client.name,
		kind: client.kind,
		state: client.disabledAt === null ? ("active" as const) : ("disabled" as const),
		redirectUris: [...client.redirectUris],
		postLogoutUris: [...client.postLogoutUris],
		logoutUri: client.logoutUri,
		launchUrl: client.launchUrl,
		authMethod: client.authMethod,
		pkce: client.pkce,
		scopes: [...client.scopes],
		allowedGroups: client.allowedGroups === null ? null : [...client.allowedGroups],
		trusted: client.trusted,
		requireAcr: client.requireAcr,
		offlineDays: client.offlineDays,
		insecure: client.insecure,
		secrets: secrets.map(describeSecret),
		users,
		createdAt: timestamp(client.createdAt),
		lastUsedAt: timestamp(client.lastUsedAt),
		disabledAt: timestamp(client.disabledAt),
		version: client.version,
	};
}

export type DescribedClient = ReturnType<typeof describeClient>;

export const describeShownClient = ({ found, setup }: ShownClient, locale: Locale) => ({
	...describeClient(found),
	setup: setup && describeSetup(setup, locale),
});

export type DescribedShownClient = ReturnType<typeof describeShownClient>;

const describeSecret = ({ id, hint, createdAt, expiresAt, lastUsedAt }: ClientSecret) => ({
	id,
	hint,
	createdAt: timestamp(createdAt),
	expiresAt: timestamp(expiresAt),
	lastUsedAt: timestamp(lastUsedAt),
});

/** Shown once. */
export const describeMadeSecret = <Value extends string | null>({ secret, value }: MadeSecret<Value>) => ({
	...describeSecret(secret),
	secret: value,
});

/** Shown once. */
export const describeMadeClient = ({ found, made, setup }: MadeClient, locale: Locale) => ({
	client: describeClient(found),
	secret: made && describeMadeSecret(made),
	setup: setup && describeSetup(setup, locale),
});

const describeSetup = ({ where, notes, ...setup }: Setup, locale: Locale) => ({
	...setup,
	where: where[locale],
	notes: notes.map((note) => note[locale]),
});

export const describeTemplate = (template: Template) => ({
	name: template.name,
	title: template.title,
	kind: template.kind,
	authMethod: template.authMethod,
	pkce: template.pkce,
	scopes: [...template.scopes],
	redirectUris: [...template.redirectUris],
	logoutUri: template.logoutUri,
	hasUrl: template.hasUrl,
	checked: template.checked,
	documents: template.documents,
});

const words = (text: string | null) => (text === null ? [] : text.split(" "));

export const describeUserOfClient = ({ scopes, grantedAt, ...user }: UserOfClient) => ({
	...user,
	scopes: words(scopes),
	grantedAt: timestamp(grantedAt),
});

export const describeClientOfUser = (found: OwnApplication) => ({
	id: found.id,
	name: found.name,
	launchUrl: found.launchUrl,
	scopes: words(found.grantedScopes),
	grantedAt: timestamp(found.grantedAt),
	lastUsedAt: timestamp(found.lastUsedAt),
	offline: found.connected !== null,
});
