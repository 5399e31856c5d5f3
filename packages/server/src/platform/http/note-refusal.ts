import { eventOfRefusal } from "../audit/refusal-event.ts";
import type { Refusals } from "../audit/refusals.ts";
import { clientOf } from "./client.ts";
import type { RefusedRequest } from "./error-handler.ts";

/** Puts a refused request on record, if it belongs there. */
export function createNoteRefusal(refusals: Refusals) {
	return async function noteRefusal({ error, request }: RefusedRequest): Promise<void> {
		const refusal = eventOfRefusal(error);
		if (refusal !== null) await refusals.note({ ...refusal, client: clientOf(request) });
	};
}
