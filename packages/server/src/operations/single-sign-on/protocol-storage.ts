import { acrOf, type Principal } from "../../credentials/session/session.ts";
import { endGrant, writeGrant } from "../../identity/application/grant-store.ts";
import { listApplicationLogins } from "../../identity/application/login-store.ts";
import {
	consumeRecord,
	findRecord,
	hashOfRecord,
	type OidcRecord,
	removeRecords,
	writeRecord,
} from "../../identity/application/record-store.ts";
import { sealedRecords } from "../../identity/application/sealed-records.ts";
import { inTransaction } from "../../platform/database/open.ts";
import type { Parts } from "../uses.ts";

/** Something that the protocol remembers, with the members by which it is found or ended. */
export interface Remembered {
	[member: string]: unknown;
	accountId?: string | undefined;
	clientId?: string | undefined;
	grantId?: string | undefined;
	sessionUid?: string | undefined;
	/** It ends with that session. */
	expiresWithSession?: boolean | undefined;
}

export interface Storage {
	/** `expiresIn`: seconds. */
	upsert(id: string, payload: Remembered, expiresIn: number): Promise<void>;
	find(id: string): Promise<Remembered | undefined>;
	/** False: another request was first, here or at another instance. */
	consume(id: string): Promise<boolean>;
	destroy(id: string): Promise<void>;
	revokeByGrantId(grantId: string): Promise<void>;
}

export type ProtocolStorage = ReturnType<typeof createProtocolStorage>;

/** Kind of what a logout asks the user, kept for the session that it would end. */
const LOGOUT = "Logout";
const GRANT = "Grant";
const CODE = "AuthorizationCode";

/**
 * What the protocol remembers between requests: codes, tokens, grants, requests that wait for the user. The session is not among it: the
 * protocol is shown ours, by its id, and only while it lives. A power cut may lose the newest records: such a login is repeated.
 */
export function createProtocolStorage({ opened, clock, random, keyring, openStored, findPrincipal }: Parts) {
	const { reads, unsynced } = opened;
	const [box, open] = [keyring.box(sealedRecords.label), openStored(sealedRecords.label)];

	/** With all that came of it. */
	const end = (grantId: string): Promise<void> =>
		inTransaction(unsynced, (queries) => endGrant(queries, grantId, random));

	function of(kind: string): Storage {
		const hashOf = (id: string): string => hashOfRecord(kind, id);
		return {
			async upsert(id, payload, expiresIn) {
				const idHash = hashOf(id);
				const now = clock();
				// By our clock, which sessions go by.
				const kept = { storedAt: now, ...payload };
				const record: OidcRecord = {
					...{ id_hash: idHash, kind, ...endsOf(payload) },
					payload_sealed: box.seal(Buffer.from(JSON.stringify(kept)), idHash).toString("base64url"),
					expires_at: now + expiresIn * 1000,
				};
				if (kind !== GRANT) return writeRecord(unsynced, record);
				await inTransaction(unsynced, (queries) => writeGrant(queries, id, record));
			},
			async find(id) {
				const idHash = hashOf(id);
				const found = await findRecord(reads, idHash);
				const isOver = found !== null && found.expiresAt <= clock();
				if (found === null || (isOver && kind !== CODE)) return undefined;
				const plain = await open(found.payloadSealed, idHash);
				if (plain === null) return undefined;
				return { ...JSON.parse(plain.toString()), ...stateOf(found, isOver) };
			},
			consume: (id) => consumeRecord(unsynced, hashOf(id), clock()),
			destroy: (id) => (kind === GRANT ? end(id) : removeRecords(unsynced, { idHash: hashOf(id) })),
			revokeByGrantId: end,
		};
	}

	const logouts = of(LOGOUT);

	/** A live session of ours, as the protocol sees it. `of`: the request, whose own session needs no second look. */
	async function findSession(
		id: string,
		of: { principal: Principal | null; isLogout: boolean },
	): Promise<Remembered | undefined> {
		const principal = of.principal?.session.id === id ? of.principal : await findPrincipal.liveById(id);
		if (principal === null || principal.session.kind !== "cookie") return undefined;
		const { user, session } = principal;
		const logins = await listApplicationLogins(reads, session.id);
		const logout = of.isLogout ? await logouts.find(session.id) : undefined;
		return {
			kind: "Session",
			jti: session.id,
			uid: session.id,
			iat: Math.floor(session.createdAt / 1000),
			exp: Math.ceil(session.expiresAt / 1000),
			accountId: user.id,
			loginTs: Math.floor(session.authenticatedAt / 1000),
			amr: [...session.amr],
			acr: acrOf(session.amr),
			authorizations: Object.fromEntries(
				// What ends with the session ends by ours; the provider's own logout would end the rest too.
				logins.map(({ clientId, sid, grantId }) => [clientId, { sid, grantId, persistsLogout: true }]),
			),
			...(logout === undefined ? {} : { state: logout.state }),
		};
	}

	return {
		of,
		session: {
			find: findSession,
			/** Only what a logout has asked is new: the rest is ours already. */
			async upsert(_id: string, { uid, accountId, state }: Remembered): Promise<void> {
				if (typeof uid !== "string" || accountId === undefined || state === undefined) return;
				await logouts.upsert(uid, { state, sessionUid: uid, expiresWithSession: true }, 600);
			},
		},
	};
}

/** An expired code keeps its record: the library then refuses it as expired. Without one, events would say that it was never issued. */
function stateOf({ consumedAt }: { consumedAt: number | null }, isOver: boolean) {
	if (isOver) return { exp: 0 };
	return consumedAt === null ? {} : { consumed: Math.floor(consumedAt / 1000) };
}

/** By what it ends. */
const endsOf = ({ accountId, clientId, grantId, sessionUid, expiresWithSession }: Remembered) => ({
	grant_id: grantId ?? null,
	account_id: accountId ?? null,
	client_id: clientId ?? null,
	session_id: expiresWithSession === true ? (sessionUid ?? null) : null,
});
