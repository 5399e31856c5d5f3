import { type Page, readPageUntil } from "../page.ts";
import { type Api, createApi } from "./api.ts";

/** What the server has written into the page, and the service behind it. */
export interface Served {
	page: Page;
	api: Api;
	/** Whether the service sends mail. */
	mails: boolean;
	/** Calls back when the service no longer accepts the session. */
	watchLoss(listener: () => void): void;
}

/** As any page, except that a session that is over leads nowhere: what was typed here stays. */
export function openServed(document: Document): Served {
	let lost = (): void => {};
	const page = readPageUntil(() => lost(), document);
	return {
		page,
		api: createApi(page),
		mails: page.root.dataset.mails !== undefined,
		watchLoss: (listener) => {
			lost = listener;
		},
	};
}
