/** A mail server that takes everything, away from the process that measures. */
import { startMailServer } from "../../packages/server/test/support/mail-server.ts";

/** Resolves to the settings with which a service uses it. */
export const listen = async () => (await startMailServer()).settings;
