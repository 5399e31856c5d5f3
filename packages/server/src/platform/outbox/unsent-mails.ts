import type { Foundation } from "../platform.ts";
import { countDeliveries } from "./delivery-store.ts";

/** Says that mails wait although none is sent; null: none waits, or they are sent. */
export async function describeUnsentMails({
	config,
	opened,
}: Pick<Foundation, "config" | "opened">): Promise<string | null> {
	if (config.mailUrl !== null) return null;
	const { waiting } = await countDeliveries(opened.database);
	if (waiting === 0) return null;
	return `Mails that wait: ${waiting}. They expire unsent as long as SALLYPORT_MAIL_URL is not set.`;
}
