import type { AdapterPayload, Client as ProviderClient } from "oidc-provider";
import type { Client } from "../../identity/application/client.ts";

/** A client of ours, as the provider reads it (OpenID Connect Registration, section 2). */
export function metadataOf(client: Client, unused: string): AdapterPayload {
	const { lastUsedAt: _lastUsedAt, ...rest } = client;
	// The same object for the same settings: the provider checks others anew.
	const kept: Client = { ...rest, lastUsedAt: null };
	const metadata = {
		client_id: client.id,
		client_name: client.name,
		application_type: client.kind === "native" ? "native" : "web",
		redirect_uris: [...client.redirectUris],
		post_logout_redirect_uris: [...client.postLogoutUris],
		token_endpoint_auth_method: client.authMethod,
		grant_types: ["authorization_code", "refresh_token"],
		response_types: ["code"],
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

export const clientOfContext = (client: ProviderClient): Client => client.sallyport as Client;
