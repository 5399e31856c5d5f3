import { asciiJson, quoted } from "../curl-command.ts";
import type { Operation } from "./operations.ts";

export interface Caller {
	/** No slash at the end. */
	baseUrl: string;
	/** A CSRF token that works without a cookie; null without a login. */
	csrf: string | null;
}

/** The operation as a command for a POSIX shell; values that the reader fills in are in capitals. */
export function curlCall(operation: Operation, { baseUrl, csrf }: Caller): string {
	const { method, path, needs, parameters, bodyExample } = operation;
	const url = baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
	const takesCsrf = parameters.some(({ name }) => name === "csrf");
	return [
		`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
		...(needs === "nothing" ? [] : ["-H 'Authorization: Bearer ACCESS_TOKEN'"]),
		...(takesCsrf ? [`-H ${quoted(`csrf: ${csrf ?? "CSRF_VALUE"}`)}`] : []),
		...(bodyExample === undefined ? [] : ["-H 'Content-Type: application/json'"]),
		...(bodyExample === undefined ? [] : [`-d ${quoted(asciiJson(bodyExample))}`]),
	].join(" \\\n  ");
}
