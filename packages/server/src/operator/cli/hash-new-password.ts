import { createPasswordHasher } from "../../identity/password/hash.ts";
import { createPasswordPolicy } from "../../identity/password/policy.ts";
import type { Config } from "../../platform/config/config.ts";

/** Hashes a password if the policy accepts it for this user. Throws password_rejected. */
export async function hashNewPassword(config: Config, password: string, username: string): Promise<string> {
	await using opened = new AsyncDisposableStack();
	const policy = createPasswordPolicy({ ...config, minimumLength: config.passwordMinimum });
	opened.defer(policy.close);
	await policy.require("", password, { username, displayName: username });
	const hasher = createPasswordHasher({
		threads: 1,
		parameters: { memory: config.hashMemory, passes: config.hashPasses, parallelism: config.hashParallelism },
		queueLimit: 1,
		// Nothing else uses this thread, and it may start slowly on a small machine.
		deadline: 60_000,
	});
	opened.defer(hasher.close);
	return await hasher.hash(password);
}
