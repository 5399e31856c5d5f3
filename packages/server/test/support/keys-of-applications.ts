/** RSA keys keep a busy machine for up to 20 seconds: a process makes them once, and its other services begin with them. */
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { openDatabase } from "../../src/platform/database/open.ts";
import {
	insertSealingKey,
	insertSigningKey,
	listSealingKeys,
	listSigningKeys,
	type SealingKeyRecord,
	type SigningKeyRecord,
} from "../../src/platform/keys/key-store.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";

interface Keys {
	/** Under the secret of tests. */
	sealing: SealingKeyRecord[];
	/** Under those. */
	signing: SigningKeyRecord[];
}

let made: Keys | undefined;

/** Of a database that has been started with the secret of tests and single sign-on. */
export async function keepKeys(databaseUrl: string): Promise<void> {
	made ??= await onDatabase(databaseUrl, async ({ reads }) => ({
		sealing: await listSealingKeys(reads),
		signing: await listSigningKeys(reads, "oidc_signing_keys"),
	}));
}

/** Into a database that no service has used. */
export async function plantKeys(databaseUrl: string): Promise<void> {
	const keys = made;
	if (keys === undefined) return;
	await onDatabase(databaseUrl, async (opened) => {
		const { database, reads } = opened;
		await migrate(opened, { clock: systemClock });
		if ((await listSealingKeys(reads)).length > 0) return;
		for (const key of keys.sealing) await insertSealingKey(database, key);
		for (const key of keys.signing) await insertSigningKey(database, "oidc_signing_keys", key);
	});
}

async function onDatabase<T>(
	url: string,
	work: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
	const opened = await openDatabase(url);
	try {
		return await work(opened);
	} finally {
		await opened.close();
	}
}
