/** Two users with a passkey each, and what the service says to answers of theirs that it must refuse. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { cheap } from "./cheap-hashing.ts";
import { startTestService, type TestService } from "./service.ts";
import { addPasskey, type SoftwarePasskey } from "./software-authenticator.ts";
import type { Answer, Visitor } from "./visitor.ts";

/** Of a passkey that no user has. */
export const { privateKey: foreignKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

interface Owner {
	owner: Visitor;
	passkey: SoftwarePasskey;
}

interface PasskeyOwners extends AsyncDisposable {
	service: TestService;
	origin: string;
	ada: Owner;
	bob: Owner;
	/** How often the event was recorded. */
	recorded(event: "authn_passkey_clone" | "authn_factor_fail"): Promise<number>;
}

export async function startWithPasskeyOwners(databaseUrl: string): Promise<PasskeyOwners> {
	const service = await startTestService({ databaseUrl, settings: cheap });
	const { origin } = new URL(service.baseUrl);

	async function withPasskey(name: string): Promise<Owner> {
		await service.addUser(name);
		const owner = await service.loggedIn(name);
		return { owner, passkey: await addPasskey(owner, { origin }) };
	}

	return {
		service,
		origin,
		ada: await withPasskey("ada"),
		bob: await withPasskey("bob"),

		async recorded(event) {
			const { database } = service.running.deployment.opened;
			const events = database.selectFrom("audit_events").select("id").where("event", "=", event);
			return (await events.execute()).length;
		},

		[Symbol.asyncDispose]: () => service.stop(),
	};
}

export function assertRefused(answer: Answer, code: string): void {
	assert.deepEqual([answer.status, answer.body?.code], [code === "validation_failed" ? 400 : 401, code]);
	assert.ok(!JSON.stringify(answer.body).includes("ada"));
}
