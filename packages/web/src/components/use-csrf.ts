import { useEffect, useState } from "preact/hooks";
import type { CsrfValue } from "../csrf-value.ts";

/** The csrf value in use, shown anew when it changes. */
export function useCsrf(csrf: CsrfValue): string {
	const [value, setValue] = useState(csrf.get());
	useEffect(() => csrf.watch(() => setValue(csrf.get())), [csrf]);
	return value;
}
