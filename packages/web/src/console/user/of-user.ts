import type { ShownUser } from "@sallyport/client";

/** What each part of the page of a user works with. */
export interface OfUser {
	user: ShownUser;
	/** Looks at the user again. */
	reload: () => Promise<void>;
}
