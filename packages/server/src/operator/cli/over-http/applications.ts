import { randomUUID } from "node:crypto";
import { isClientId } from "../../../identity/application/client-settings.ts";
import { issuerOf } from "../../../identity/application/endpoints.ts";
import { unknownClient, unknownSecret } from "../../../operations/application/change-client.ts";
import { isUuid } from "../../../platform/lib/random.ts";
import type { Administered } from "../administered.ts";
import type { ConnectedService } from "./connect.ts";

export function applicationsOf(
	{ call, each, published, url }: ConnectedService,
	{ find: findUser }: Pick<Administered["users"], "find">,
): Administered["applications"] {
	/** What is no id of an application is no part of a path either. */
	const requireId = (id: string) => {
		if (!isClientId(id)) throw unknownClient();
		return { id };
	};

	return {
		async singleSignOn() {
			const { issuer } = await published("/.well-known/oauth-authorization-server");
			const { status } = await published("/oidc/.well-known/openid-configuration");
			return { issuer: issuerOf(issuer ?? url), isOn: status !== 404, outboundAllow: [] };
		},
		list: () => Array.fromAsync(each("GET /clients")),
		find: async (id) => call("GET /clients/{id}", requireId(id)),
		add: async (asked) => call("POST /clients", { body: asked as never, idempotencyKey: randomUUID() }),
		change: async (id, asked) => call("PATCH /clients/{id}", { ...requireId(id), body: asked as never }),
		async disable(id) {
			const { ended } = await call("POST /clients/{id}/disable", requireId(id));
			return { ended };
		},
		async enable(id) {
			await call("POST /clients/{id}/enable", requireId(id));
		},
		remove: async (id) => call("POST /clients/{id}/delete", { ...requireId(id), body: { confirm: id } }),
		addSecret: async (id, days) =>
			call("POST /clients/{id}/secrets", { ...requireId(id), body: { ...(days && { days }) } }),
		async endSecret(id, secret) {
			if (!isUuid(secret)) throw unknownSecret();
			await call("POST /clients/{id}/secrets/{secret}/end", { ...requireId(id), secret });
		},
		templates: async () => (await call("GET /client-templates")).templates,
		async endOfUser(client, name) {
			const { id } = await findUser(name);
			requireId(client);
			return call("POST /users/{id}/applications/{client}/end", { id, client });
		},
		async ofUser(name) {
			const { id } = await findUser(name);
			return Array.fromAsync(each("GET /users/{id}/applications", { id }));
		},
	};
}
