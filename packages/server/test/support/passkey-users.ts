/** Two users with a passkey each, and what the service says to answers of theirs that it must refuse. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { cheap } from "./cheap-hashing.ts";
import { assertProblem } from "./problem.ts";
import { startTestService, type TestService } from "./service.ts";
import { addPasskey, type SoftwarePasskey } from "./software-authenticator.ts";
import type { Answer, Visitor } from "./visitor.ts";

/** The key of a passkey that no user has. */
export const { privateKey: foreignKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

interface PasskeyUser {
	user: Visitor;
	passkey: SoftwarePasskey;
}

export interface PasskeyUsers extends AsyncDisposable {
	service: TestService;
	origin: string;
	ada: PasskeyUser;
	bob: PasskeyUser;
}

export async function startWithPasskeyUsers(
	databaseUrl: string,
	settings: Record<string, string> = {},
): Promise<PasskeyUsers> {
	const service = await startTestService({ databaseUrl, settings: { ...cheap, ...settings } });
	const { origin } = new URL(service.baseUrl);

	async function withPasskey(name: string): Promise<PasskeyUser> {
		await service.addUser(name);
		const user = await service.loggedIn(name);
		return { user, passkey: await addPasskey(user, { origin }) };
	}

	return {
		service,
		origin,
		ada: await withPasskey("ada"),
		bob: await withPasskey("bob"),
		[Symbol.asyncDispose]: () => service.stop(),
	};
}

export function assertRefused(answer: Answer, code: "passkey_invalid" | "passkey_unknown"): void {
	assertProblem(answer, code);
	const { requestId: _, ...told } = answer.body ?? {};
	assert.ok(!JSON.stringify(told).includes("ada"));
}
