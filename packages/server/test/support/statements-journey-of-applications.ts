/** What applications ask of PostgreSQL; a part of statements-journey.ts. */

import { lockSession } from "../../src/credentials/session/session-store.ts";
import { listLogoutAddresses, noteUse } from "../../src/identity/application/client-store.ts";
import { findConsent, writeConsent } from "../../src/identity/application/consent-store.ts";
import { endGrant, endOfflineAccess, writeGrant } from "../../src/identity/application/grant-store.ts";
import {
	ensureApplicationLogin,
	listApplicationLogins,
	useApplicationLogin,
} from "../../src/identity/application/login-store.ts";
import {
	consumeRecord,
	findRecord,
	hashOfRecord,
	removeExpiredRecords,
	writeRecord,
} from "../../src/identity/application/record-store.ts";
import type { Sealed } from "../../src/platform/database/sealed.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";
import type { Visitor } from "./visitor.ts";

const day = 86_400_000;

/** `person` has logged in just now. */
export async function useApplications(service: TestService, name: string, person: Visitor): Promise<void> {
	const { applications, users } = administrationOf(service);
	const { database } = service.running.deployment.opened;
	const { id: userId } = await users.find(name);
	const { session } = (await person.get("/api/auth/session")).body as { session: { id: string } };
	const now = service.now();
	for (const id of ["chat", "mail"]) {
		await applications.add({ id, template: "nextcloud", url: `https://${id}.example.com`, secretDays: 10 });
		await writeConsent(database, { userId, clientId: id, scopes: ["openid"], now });
		const login = { sessionId: session.id, clientId: id, userId, sid: id, grantId: id, now };
		await lockSession(database, session.id);
		await ensureApplicationLogin(database, login);
		await useApplicationLogin(database, login);
		await useRecord(service, { id_hash: id, account_id: userId, client_id: id, session_id: session.id });
	}
	await findConsent(database, { userId, clientId: "chat" });
	await listApplicationLogins(database, session.id);
	await listLogoutAddresses(database, ["chat"]);
	await noteUse(database, "oidc_clients", { id: "chat", now });
	await applications.pageOfUser(name, { after: null, most: 1 });
	await applications.listOfUser(name);
	const { id: another } = await service.addUser(`${name}-2`);
	await writeConsent(database, { userId: another, clientId: "chat", scopes: ["openid"], now });
	await applications.pageOfUsers("chat", { after: null, most: 1 });
	await Array.fromAsync(applications.list());
	await applications.disable({ id: "mail" });
	await person.get("/api/auth/applications");
	await person.post("/api/auth/applications/chat/end");
	await endGrant(database, "mail", systemRandom);
	await endOfflineAccess(database, userId, systemRandom);
	service.travel(8 * day);
	await service.running.maintenance.run();
}

async function useRecord(
	service: TestService,
	of: Pick<Parameters<typeof writeRecord>[1], "id_hash" | "account_id" | "client_id" | "session_id">,
): Promise<void> {
	const { database } = service.running.deployment.opened;
	const { id_hash: id } = of;
	const rest = { payload_sealed: "none" as unknown as Sealed, expires_at: service.now() + day };
	await writeRecord(database, { ...of, ...rest, kind: "AccessToken", grant_id: id });
	const grant = { id_hash: hashOfRecord("Grant", id), kind: "Grant", grant_id: null };
	await writeGrant(database, id, { ...of, ...rest, ...grant });
	await findRecord(database, id);
	await consumeRecord(database, id, service.now());
	await removeExpiredRecords(database, service.now());
}
