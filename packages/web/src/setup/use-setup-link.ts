import { useEffect, useState } from "preact/hooks";
import { readSetupLink, type SetupLink } from "./setup-link.ts";

/** The link in the address bar. Pasting another one changes only the fragment, which loads no new page. */
export function useSetupLink(): SetupLink {
	const [link, setLink] = useState(() => readSetupLink(location.hash));
	useEffect(() => {
		const readAgain = () => setLink(readSetupLink(location.hash));
		addEventListener("hashchange", readAgain);
		// Another link may have been pasted since the first reading.
		readAgain();
		return () => removeEventListener("hashchange", readAgain);
	}, []);
	return link;
}
