/** A verifier that lives by the time of a test service, and whose every question to the service is seen. */
import assert from "node:assert/strict";
import type {
	Clock,
	Principal,
	Schedule,
	VerifierOptions,
	VerifyErrorCode,
} from "../../../verify/src/index.ts";
import { createVerifier, VerifyError } from "../../../verify/src/index.ts";
import type { RequestLike } from "../../../verify/src/request.ts";
import type { TestService } from "./service.ts";

export interface VerifierUnderTest {
	/** By a token. */
	verify(token: string): Promise<Principal>;
	verifyRequest(request: RequestLike): Promise<Principal>;
	/** The paths it asked the service for, without the base URL; emptied by the caller. */
	asked: string[];
	/** Lets time pass for it and the service, and what it has scheduled happen on time. */
	pass(milliseconds: number): Promise<void>;
	/** Lets time pass, but nothing that is scheduled happens: a process that was frozen. */
	freeze(milliseconds: number): void;
	/** How many things it has scheduled. */
	scheduled(): number;
	close(): void;
}

export function createVerifierUnderTest(
	service: TestService,
	options: Partial<VerifierOptions> = {},
): VerifierUnderTest {
	const timers = createTimers(service.now);
	const asked: string[] = [];
	const ask = options.fetch ?? fetch;
	const verifier = createVerifier({
		issuer: service.baseUrl,
		clock: service.now,
		schedule: timers.schedule,
		// Test machines are busy.
		timeout: 60_000,
		report: () => {},
		...options,
		fetch(input, init) {
			asked.push(String(input).replace(service.baseUrl, ""));
			return ask(input, init);
		},
	});
	return {
		asked,
		verify: (token) => verifier.verify({ headers: { authorization: `Bearer ${token}` } }),
		verifyRequest: verifier.verify,
		freeze: service.travel,
		async pass(milliseconds) {
			const end = service.now() + milliseconds;
			for (let due = timers.next(end); due !== undefined; due = timers.next(end)) {
				service.travel(Math.max(0, due.at - service.now()));
				await due.act();
			}
			service.travel(Math.max(0, end - service.now()));
		},
		scheduled: timers.count,
		close: verifier.close,
	};
}

function createTimers(clock: Clock) {
	const timers = new Set<{ at: number; act: () => Promise<void> }>();
	const schedule: Schedule = (act, delay) => {
		const timer = { at: clock() + delay, act };
		timers.add(timer);
		return () => timers.delete(timer);
	};
	return {
		schedule,
		/** Takes the first that is due until then. */
		next(end: number) {
			const [first] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
			if (first !== undefined) timers.delete(first);
			return first;
		},
		count: () => timers.size,
	};
}

/** Refused, with a whole VerifyError. */
export async function refuses(verified: Promise<unknown>, code: VerifyErrorCode): Promise<VerifyError> {
	const error = await verified.then(
		() => assert.fail(`accepted, instead of ${code}`),
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof VerifyError)) throw error;
	assert.equal(error.code, code);
	const hasChallenge = error.status === 401 || code === "forbidden" || code === "insufficient_scope";
	assert.equal(error.wwwAuthenticate !== undefined, hasChallenge);
	assert.equal(error.retryAfter !== undefined, error.status === 503);
	return error;
}
