import { asciiJson, quoted } from "../curl-command.ts";
import type { Operation } from "./operations.ts";

export interface Caller {
	/** No slash at the end. */
	baseUrl: string;
	/** A value that works without a cookie; null when nobody is logged in. */
	csrf: string | null;
}

/** The operation as a command for a POSIX shell; what only the reader has stands in capitals. */
export function curlCall(operation: Operation, { baseUrl, csrf }: Caller): string {
	const { method, path, needs, parameters, bodyExample } = operation;
	const url = baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
	const takesCsrf = parameters.some(({ name }) => name === "csrf");
	return [
		`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
		...(needs === "nobody" ? [] : ["-H 'Authorization: Bearer ACCESS_TOKEN'"]),
		...(takesCsrf ? [`-H ${quoted(`csrf: ${csrf ?? "CSRF_VALUE"}`)}`] : []),
		...(bodyExample === undefined ? [] : ["-H 'Content-Type: application/json'"]),
		...(bodyExample === undefined ? [] : [`-d ${quoted(asciiJson(bodyExample))}`]),
	].join(" \\\n  ");
}
