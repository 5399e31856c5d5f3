import type { RawHashes } from "./raw-hash-loop.ts";
import type { Window } from "./window.ts";

export const cores = 2;

/** Passwords verified, in numbers and as parts of what the raw hash loop does. */
export interface Hashing {
	perSecond: number;
	ofRaw: number;
	/** For each second of processor time that the server had, all its threads together. */
	ofRawPerProcessor: number;
	/** Of what the raw loop would do on the processors that load generators, other programs and the host left free. */
	ofRawOnWhatWasLeft: number;
}

/** `right`: logins that were done; every 401 is a verification, too. */
export function judgeHashing(
	{ time, seconds, answers }: Window<unknown>,
	right: number,
	raw: RawHashes,
): Hashing {
	const verified = (answers[401] ?? 0) + right;
	const server = time["main thread"].ran + time["hashing threads"].ran + time["other threads"].ran;
	const taken = time.attackers.ran + time.visitors.ran + time["other programs"].ran + time.host.ran;
	const perSecond = verified / seconds;
	return {
		perSecond,
		ofRaw: perSecond / raw.perSecond,
		ofRawPerProcessor: verified / server / raw.perProcessorSecond,
		ofRawOnWhatWasLeft: verified / ((cores * seconds - taken) * raw.perProcessorSecond),
	};
}
