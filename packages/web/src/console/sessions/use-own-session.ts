import { session } from "@sallyport/client";
import { useDesk } from "../desk.ts";
import { useLoaded } from "../parts/use-loaded.ts";

/** The id of the session of this page, once it is known. */
export function useOwnSession(): string | undefined {
	const { connection } = useDesk().page;
	return useLoaded(() => session(connection), "").data?.session.id;
}
