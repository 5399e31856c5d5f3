import { type CarriedRequest, headersOf, requireRepeatable } from "./carried-request.ts";
import type { Carry } from "./carry-token.ts";
import type { Connection } from "./connection.ts";
import type { SallyportError } from "./error.ts";
import { type Refusal, reasonOf, refusalError, refusalIn } from "./read-response.ts";
import { whileWanted } from "./while-wanted.ts";

/**
 * Called when an API requires a stronger or a more recent authentication; `acr` and `maxAge` of the error say which. It should
 * call `reauthenticate` of this client. Resolves with false if the user declined: then the response of the API is returned.
 */
export type Reauthenticate = (required: SallyportError) => Promise<unknown>;

const INSUFFICIENT = "insufficient_user_authentication";

/** Asks once for all requests that wait for it, and repeats each of them once. */
export function createStepUp(connection: Connection, carry: Carry, reauthenticate: Reauthenticate): Carry {
	const { credential, mode } = connection;
	let times = 0;
	let asking: Promise<boolean> | undefined;

	async function ask(required: SallyportError): Promise<boolean> {
		const isDone = (await reauthenticate(required)) !== false;
		if (isDone) times += 1;
		return isDone;
	}

	return async function carryWithStepUp(request) {
		const { generation } = credential;
		const before = times;
		const isOurs = carriesOurs(request);
		const response = await carry(request);
		if (!isOurs || response.status !== 401 || (await reasonOf(response)) !== INSUFFICIENT) return response;
		const required = refusalError({ ...challengeIn(response), ...(await refusalIn(response)) }, response);
		// Another request may have led to it in the meantime.
		if (times === before) {
			asking ??= ask(required).finally(() => {
				asking = undefined;
			});
			if (!(await whileWanted(asking, request.init?.signal))) return response;
		}
		// After another login, a request is never repeated: it may belong to another user.
		if (credential.generation !== generation) return response;
		requireRepeatable(request);
		return carry(request);
	};

	function carriesOurs(request: CarriedRequest): boolean {
		if (headersOf(request).has("authorization")) return false;
		return mode === "cookie" || credential.token !== undefined;
	}
}

/** Of a gateway or a resource server that sends no problem document (RFC 9470 section 3). */
function challengeIn({ headers }: Response): Refusal {
	const challenge = headers.get("www-authenticate") ?? "";
	const [, acr] = /\bacr_values="(\w+)/.exec(challenge) ?? [];
	const [, maxAge] = /\bmax_age="?(\d+)/.exec(challenge) ?? [];
	return {
		code: INSUFFICIENT,
		...(acr && { acr: acr as NonNullable<Refusal["acr"]> }),
		...(maxAge && { maxAge: Number(maxAge) }),
	};
}
