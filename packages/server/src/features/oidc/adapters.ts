import { randomBytes } from "node:crypto";
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import type { ApplicationAccess } from "../../operations/single-sign-on/application-access.ts";
import type {
	ProtocolStorage,
	Remembered,
	Storage,
} from "../../operations/single-sign-on/protocol-storage.ts";
import type { Refusals } from "../../platform/audit/refusals.ts";
import { metadataOf } from "./client-metadata.ts";
import type { Library } from "./library.ts";
import type { RequestScope } from "./request-scope.ts";

const nothing = async (): Promise<undefined> => undefined;
/** Of what is no record of the protocol. */
const unchanged = {
	upsert: nothing,
	consume: nothing,
	destroy: nothing,
	revokeByGrantId: nothing,
	findByUid: nothing,
	findByUserCode: nothing,
};

interface AdapterUses {
	storage: ProtocolStorage;
	access: ApplicationAccess;
	scope: RequestScope;
	refusals: Refusals;
}

/** A second use says that a copy was stolen; the provider ends all that came of the first. */
const reuses = { AuthorizationCode: "oidc_code_reused", RefreshToken: "oidc_refresh_reused" } as const;

/** The storage that the provider asks for. Clients and sessions are ours, and never written from here. */
export function createAdapters(
	{ errors }: Library,
	{ storage, access, scope, refusals }: AdapterUses,
): AdapterFactory {
	// Of this process alone, and good for nothing.
	const unused = randomBytes(32).toString("base64url");

	const clients: Adapter = {
		...unchanged,
		async find(id) {
			const client = await access.find(id);
			if (client === null) return undefined;
			if (client.disabledAt === null) return metadataOf(client, unused);
			scope.now().disabled = client;
			return undefined;
		},
	};

	const sessions: Adapter = {
		...unchanged,
		find: async (id) => asPayload(await storage.session.find(id, scope.now())),
		findByUid: async (uid) => asPayload(await storage.session.find(uid, scope.now())),
		upsert: (id, payload) => storage.session.upsert(id, payload as Remembered),
	};

	async function noteReuse(name: string, { accountId, clientId }: Remembered): Promise<void> {
		const event = name === "AuthorizationCode" || name === "RefreshToken" ? reuses[name] : undefined;
		if (event === undefined || clientId === undefined) return;
		const subject =
			accountId === undefined ? null : { userId: accountId, sessionId: null, kind: "cookie" as const };
		await refusals.note({
			event,
			subject,
			client: scope.now().requester,
			detail: { code: "invalid_grant", application: clientId },
		});
	}

	/**
	 * As the provider does for a later use. What the first one is about to write rests on a grant that is gone. Not for refresh tokens, which
	 * two tabs of one browser show at the same moment.
	 */
	async function endReused(name: string, found: Remembered | undefined): Promise<void> {
		if (found?.grantId === undefined) return;
		await noteReuse(name, found);
		await storage.of(name).revokeByGrantId(found.grantId);
	}

	const records = (name: string, { consume, find, ...rest }: Storage): Adapter => ({
		...unchanged,
		...rest,
		upsert: (id, payload, expiresIn) => rest.upsert(id, payload as Remembered, expiresIn ?? 0),
		async find(id) {
			const found = await find(id);
			if (found?.consumed !== undefined) await noteReuse(name, found);
			return asPayload(found);
		},
		// Between the provider's look and here, another request may have used it.
		async consume(id) {
			if (await consume(id)) return;
			if (name === "AuthorizationCode") await endReused(name, await find(id));
			throw new errors.InvalidGrant("it was used already");
		},
	});

	return (name) => {
		if (name === "Client") return clients;
		return name === "Session" ? sessions : records(name, storage.of(name));
	};
}

const asPayload = (found: Remembered | undefined) => found as AdapterPayload | undefined;
