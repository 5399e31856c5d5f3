import type { ClientPage, ShownClient } from "@sallyport/client";

/** An application, which the service calls a client. */
export type Application = ClientPage["clients"][number];

/** What each part of the page of an application works with. */
export interface OfClient {
	client: ShownClient;
	/** Looks at the application again. */
	reload: () => Promise<void>;
}
