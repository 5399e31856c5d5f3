/** A mail server that takes everything, away from the process that measures. */
import { startMailServer } from "../../packages/server/test/support/mail-server.ts";

const starting = startMailServer();

export const listen = async () => (await starting).port;

/** How many mails it has taken. */
export const count = async () => (await starting).received.length;
