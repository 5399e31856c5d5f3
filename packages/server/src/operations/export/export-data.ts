import { Readable } from "node:stream";
import { requireStillLive } from "../../credentials/session/require-session.ts";
import type { Principal } from "../../credentials/session/session.ts";
import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import type { Client } from "../../platform/audit/audit.ts";
import { HOUR } from "../../platform/lib/clock.ts";
import type { Platform } from "../../platform/platform.ts";
import { createRequireFreshUser } from "../session/require-fresh-user.ts";
import type { Uses } from "../uses.ts";
import { createWriteData } from "./write-data.ts";

const MOST_PER_HOUR = 5;

/** A user's own copy. A client that hangs up, or whose session ends, gets no more. */
export function createExportData(platform: Platform & Uses<"requireFresh">) {
	const { audit, clock, keyring, opened } = platform;
	const requireFreshUser = createRequireFreshUser(platform);
	const countExport = createWindowLimit({ keyring, clock }, "export", { most: MOST_PER_HOUR, window: HOUR });
	const writeData = createWriteData(platform);

	/** Throws reauthentication_required, rate_limited. */
	return async function exportData(principal: Principal, client: Client): Promise<Readable> {
		const { user, session } = principal;
		await requireFreshUser(principal);
		await audit.transact(async (queries, record) => {
			await countExport(queries, user.id);
			await record({ event: "user_data_exported", userId: user.id, sessionId: session.id, client });
		});
		const requireStill = () => requireStillLive(opened.reads, session, clock());
		return Readable.from(writeData(user.id, requireStill), { objectMode: false });
	};
}
