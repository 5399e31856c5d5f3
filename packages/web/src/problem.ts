export interface FieldProblem {
	/** RFC 6901, into the body that was sent. */
	pointer: string;
	code: string;
	message: string;
}

interface ProblemMembers {
	/** 0: no answer came. */
	status: number;
	/** Of the service, or `network_error` and `unexpected_answer` of this client. */
	code: string;
	message: string;
	errors?: FieldProblem[];
	csrf?: string;
	/** Seconds. */
	retryAfter?: number;
	requestId?: string;
}

/** An answer that is not a success (application/problem+json, RFC 9457), or the lack of one. */
export class Problem extends Error {
	readonly status: number;
	readonly code: string;
	readonly errors: readonly FieldProblem[];
	readonly csrf: string | undefined;
	readonly retryAfter: number | undefined;
	readonly requestId: string | undefined;

	constructor(members: ProblemMembers) {
		super(members.message);
		this.name = "Problem";
		this.status = members.status;
		this.code = members.code;
		this.errors = members.errors ?? [];
		this.csrf = members.csrf;
		this.retryAfter = members.retryAfter;
		this.requestId = members.requestId;
	}
}

/** Understands also what a proxy between answers, which is no problem+json. */
export async function problemOf(response: Response): Promise<Problem> {
	const body = (await response.json().catch(() => null)) as Partial<ProblemMembers> | null;
	const wait = Number(body?.retryAfter ?? response.headers.get("retry-after") ?? Number.NaN);
	return new Problem({
		code: "unexpected_answer",
		message: "",
		...body,
		status: response.status,
		...(wait > 0 && { retryAfter: Math.ceil(wait) }),
	});
}
