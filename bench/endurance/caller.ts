import { type Answer, createConnection, type Request } from "../lib/connection.ts";
import type { Call, History, Intent } from "./history.ts";

export type Way = "front" | number;

export interface Caller {
	/** Asks and puts it on record; never rejects. `answer` is null when there was none. */
	ask(way: Way, request: Request, intent: Intent): Promise<{ call: Call; answer: Answer | null }>;
	/** Through the front, off the record; rejects when it hangs up. */
	askUnrecorded(request: Request): Promise<Answer>;
	close(): void;
}

export interface Ports {
	front: number;
	instances: readonly number[];
}

/** What only the front's own 503 says. */
const SAID_BY_FRONT = "No instance answered";

/** A client with an address of its own, which reaches the front, and each instance past it. */
export function createCaller({
	ports,
	history,
	address,
}: {
	ports: Ports;
	history: History;
	address: string;
}): Caller {
	const front = createConnection(ports.front, 8, address);
	return {
		async ask(way, request, intent) {
			const isFront = way === "front";
			// Past the front nobody keeps connections: that one was cut with its instance must not look like a fault.
			const connection = isFront ? front : createConnection(ports.instances[way] ?? 0, 1, address);
			const began = history.now();
			const answer = await connection.send(request).catch((error: unknown) => String(error));
			const answered = history.now();
			if (!isFront) connection.close();
			const call: Call = {
				...intent,
				way: isFront ? "front" : `instance ${way}`,
				began,
				answered,
				...(typeof answer === "string"
					? { outcome: isFront ? "broken" : "away", note: answer }
					: outcomeOf(answer)),
			};
			history.append(call);
			return { call, answer: typeof answer === "string" ? null : answer };
		},
		askUnrecorded: (request) => front.send(request),
		close: () => front.close(),
	};
}

function outcomeOf({ status, headers, body }: Answer): Pick<Call, "outcome" | "from" | "note"> {
	if (status >= 200 && status < 300) return { outcome: "accepted" };
	if (status === 401) return { outcome: "refused" };
	const note = `${status} ${body.slice(0, 300)}`;
	const isProblem = headers["content-type"]?.startsWith("application/problem+json") ?? false;
	if (status !== 503 || headers["retry-after"] === undefined || !isProblem) return { outcome: "other", note };
	return { outcome: "unavailable", from: body.includes(SAID_BY_FRONT) ? "front" : "service", note };
}
