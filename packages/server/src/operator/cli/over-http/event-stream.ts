import { setTimeout } from "node:timers/promises";
import type { AuditEvent } from "../../../../../client/src/contract.generated.ts";
import { SallyportError } from "../../../../../client/src/error.ts";

/** Milliseconds until what broke off is opened again. */
const PAUSE = 2000;
/** More than a stream that continues sends a second time. */
const MOST_AGAIN = 2000;

/** The lines of a stream, which continues after the message with this id; "": from now on. Rejects with a SallyportError. */
type Open = (last: string) => Promise<AsyncIterable<string>>;

/**
 * Events as the service sends them, each once. Where the connection breaks off, as at a restart, it is opened again after the last
 * event. Throws what the service refuses, at the start or later.
 */
export async function followStream(open: Open, signal: AbortSignal): Promise<AsyncIterable<AuditEvent>> {
	const first = await open("");
	return eventsOf(first, open, signal);
}

async function* eventsOf(first: AsyncIterable<string>, open: Open, signal: AbortSignal) {
	const seen = new Set<string>();
	let last = "";
	/** Of the service. What was before is sent too when the stream is opened again. */
	let beganAt = 0;
	let lines: AsyncIterable<string> | null = first;
	while (lines !== null) {
		try {
			for await (const { id, event, data } of messagesIn(lines)) {
				last = id || last;
				beganAt ||= timeOf(id);
				if (event === "gap") console.error(missed);
				const isOld = lines !== first && timeOf(id) < beganAt;
				if (event === "" && data !== "" && !isOld && isNew(seen, id)) yield JSON.parse(data) as AuditEvent;
			}
		} catch (error) {
			if (!isOutage(error)) throw error;
		}
		lines = await openAgain(() => open(last), signal);
	}
}

/** Server-Sent Events (WHATWG HTML, 9.2.6), each with one line of data at most. */
async function* messagesIn(lines: AsyncIterable<string>) {
	const empty = { id: "", event: "", data: "" };
	let message = empty;
	for await (const line of lines) {
		const [, field, value] = /^(id|event|data): (.*)$/.exec(line) ?? [];
		if (field !== undefined) message = { ...message, [field]: value };
		else if (line === "") {
			yield message;
			message = empty;
		}
	}
}

const missed =
	"sallyport: There were more events than can be followed: see them by event list without --follow.";

/** An id begins with it, in milliseconds. */
const timeOf = (id: string) => Number.parseInt(id, 10);

function isNew(seen: Set<string>, id: string): boolean {
	const [oldest = ""] = seen;
	if (seen.size > MOST_AGAIN) seen.delete(oldest);
	return seen.size < seen.add(id).size;
}

/** null: it is not wanted any more. */
async function openAgain(open: () => ReturnType<Open>, signal: AbortSignal) {
	while (!signal.aborted) {
		try {
			await setTimeout(PAUSE, undefined, { signal });
			return await open();
		} catch (error) {
			if (!signal.aborted && !isOutage(error)) throw error;
		}
	}
	return null;
}

/** The service does not answer, or cannot at the moment. */
const isOutage = (error: unknown) =>
	error instanceof SallyportError &&
	(error.status >= 500 || error.code === "network_error" || error.code === "aborted");
