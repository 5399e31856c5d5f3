import { connect } from "@sallyport/client";
import { type Page, readPage } from "../page.ts";
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
	const page = readPage(document);
	let lost = (): void => {};
	const { baseUrl, credential } = page.connection;
	const connection = connect({
		baseUrl,
		mode: "cookie",
		...(credential.csrf !== undefined && { csrf: credential.csrf }),
		onSessionLost: () => lost(),
	});
	// The source of the page has the current token, which the first connection keeps there.
	connection.credential.watch(() => credential.giveCsrf(connection.credential.csrf ?? ""));
	const ours = { ...page, connection };
	return {
		page: ours,
		api: createApi(ours),
		mails: page.root.dataset.mails !== undefined,
		watchLoss: (listener) => {
			lost = listener;
		},
	};
}
