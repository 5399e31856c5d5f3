import type { Connection } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";

/** The current CSRF token; renders again when it changes. */
export function useCsrf({ credential }: Connection): string {
	const [value, setValue] = useState(credential.csrf ?? "");
	useEffect(() => credential.watch(() => setValue(credential.csrf ?? "")), [credential]);
	return value;
}
