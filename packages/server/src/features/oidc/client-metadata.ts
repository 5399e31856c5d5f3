import type { AdapterPayload, Client as ProviderClient } from "oidc-provider";
import type { Client, ClientSecret } from "../../identity/application/client.ts";

/** What the provider keeps beside its own metadata. */
interface Kept {
	client: Client;
	secrets: ReadonlyArray<Pick<ClientSecret, "id" | "secretHash">>;
}

/** A client of ours, as the provider reads it (OpenID Connect Registration, section 2). */
export function metadataOf(client: Client, secrets: readonly ClientSecret[], unused: string): AdapterPayload {
	const { lastUsedAt: _lastUsedAt, ...rest } = client;
	const kept: Kept = {
		client: { ...rest, lastUsedAt: null },
		secrets: secrets.map(({ id, secretHash }) => ({ id, secretHash })),
	};
	const metadata = {
		client_id: client.id,
		client_name: client.name,
		application_type: client.kind === "native" ? "native" : "web",
		redirect_uris: [...client.redirectUris],
		post_logout_redirect_uris: [...client.postLogoutUris],
		token_endpoint_auth_method: client.authMethod,
		grant_types: ["authorization_code", "refresh_token"],
		response_types: ["code"],
		response_modes: ["query"],
		scope: client.scopes.join(" "),
		// The provider wants one; ours are hashes, and compared in its place.
		...(client.authMethod === "none" ? {} : { client_secret: unused }),
		...(client.logoutUri === null
			? {}
			: { backchannel_logout_uri: client.logoutUri, backchannel_logout_session_required: true }),
		sallyport: kept,
	};
	return metadata as unknown as AdapterPayload;
}

export const keptOf = (client: ProviderClient): Kept => client.sallyport as Kept;

export const clientOfContext = (client: ProviderClient): Client => keptOf(client).client;
