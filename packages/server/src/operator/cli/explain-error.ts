import { SallyportError } from "../../../../client/src/error.ts";
import { ConfigError } from "../../platform/config/config.ts";
import { isStoreUnavailable, StoreUnavailableError } from "../../platform/database/store-unavailable.ts";
import { LoginError, type LoginErrorDetails } from "../../platform/errors.ts";
import { cause, Failure } from "../../platform/lib/failure.ts";
import { MAKE_READY } from "../../platform/lib/package-root.ts";
import { WrongUse } from "./define-command.ts";

/** What there is none of. */
export type Missing = NonNullable<LoginErrorDetails["missing"]>;

interface Explained {
	exitCode: 1 | 2;
	/** For --json. */
	code: string;
	/** What happened and what to do, one line each, never a stack. */
	messages: string[];
	missing?: Missing | undefined;
}

/** Members of bodies that name groups. */
const NAMES_GROUP = /^\/(groups|allowedGroups\/\d+)$/;

/** Explains an error to a person. */
export function explainError(error: unknown): Explained {
	if (error instanceof WrongUse) return { exitCode: 2, code: "wrong_use", messages: [error.message] };
	const failed = (code: string, ...messages: string[]) => ({ exitCode: 1 as const, code, messages });
	/** By an operation: on this machine, or over HTTP. */
	const refused = (
		{ code, message }: LoginError | SallyportError,
		errors: ReadonlyArray<{ pointer: string; message: string }> = [],
		missing?: Missing,
	) => ({
		...failed(code, errors.length === 0 ? message : errors.map((each) => each.message).join(" ")),
		missing: errors.some(({ pointer }) => NAMES_GROUP.test(pointer)) ? "group" : missing,
	});
	if (error instanceof ConfigError) return failed("invalid_settings", ...error.mistakes);
	if (error instanceof LoginError) return refused(error, error.details.errors, error.details.missing);
	if (error instanceof SallyportError) return refused(error, error.errors);
	if (error instanceof Failure) {
		const because = error.cause === undefined ? "" : `: ${cause(error.cause)}.`;
		return failed(error.code, `${error.message}${because}`);
	}
	if (error instanceof StoreUnavailableError) return failed(error.code, error.message);
	if (isStoreUnavailable(error)) {
		return failed(
			"store_unavailable",
			`The database cannot be used: ${cause(error)}. Check SALLYPORT_DATABASE_URL.`,
		);
	}
	if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
		return failed("not_ready", `A part of the program is missing: ${cause(error)}. ${MAKE_READY}`);
	return failed("failed", cause(error));
}
