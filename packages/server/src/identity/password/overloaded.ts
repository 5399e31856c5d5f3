import { LoginError } from "../../platform/errors.ts";

/** The work was refused, not tried: the queue is full, the deadline has passed, or the service is stopping. */
export class Overloaded extends LoginError {
	readonly reason: "full" | "late" | "closing";
	/** Seconds. By then every job that waits now has been started or refused. */
	readonly retryAfter: number;

	/** `deadline`: milliseconds that a job may wait. */
	constructor(reason: Overloaded["reason"], deadline: number) {
		const retryAfter = Math.max(1, Math.ceil(deadline / 1000));
		super("overloaded", { retryAfter, cause: `password queue: ${reason}` });
		this.name = "Overloaded";
		this.reason = reason;
		this.retryAfter = retryAfter;
	}
}
