import { createDemandGoodPassword } from "../../identity/password/demand-good-password.ts";
import { createPasswordHasher } from "../../identity/password/hash.ts";
import { createPasswordPolicy } from "../../identity/password/policy.ts";
import type { Config } from "../../platform/config/config.ts";

/** The hash of a password that the policy of the deployment allows for this user. Throws password_rejected. */
export async function hashNewPassword(config: Config, password: string, username: string): Promise<string> {
	await using opened = new AsyncDisposableStack();
	const policy = createPasswordPolicy({ minimumLength: config.passwordMinimum, baseUrl: config.baseUrl });
	opened.defer(policy.close);
	await createDemandGoodPassword(policy)("", password, { username, displayName: username });
	const hasher = createPasswordHasher({
		threads: 1,
		parameters: { memory: config.hashMemory, passes: config.hashPasses, parallelism: config.hashParallelism },
		queueLimit: 1,
		// Nobody competes for this thread, and a small machine may take its time to start it.
		deadline: 60_000,
	});
	opened.defer(hasher.close);
	return await hasher.hash(password);
}
