/** A mail server that takes everything, away from the process that measures. */
import { setTimeout as rest } from "node:timers/promises";
import { startMailServer } from "../../packages/server/test/support/mail-server.ts";

let received: readonly unknown[] = [];

/** Resolves to the settings with which a service uses it. */
export async function listen(): Promise<Record<string, string>> {
	const server = await startMailServer();
	received = server.received;
	return server.settings;
}

/** Milliseconds. */
const [LOOK, PATIENCE] = [50, 10_000];

/** Rejects unless so many mails come: what is measured beside them would be of a service that sends none. */
export async function requireMails(wanted: number): Promise<void> {
	const deadline = performance.now() + PATIENCE;
	while (received.length < wanted && performance.now() < deadline) await rest(LOOK);
	if (received.length < wanted) throw new Error(`Of ${wanted} mails ${received.length} came.`);
}
