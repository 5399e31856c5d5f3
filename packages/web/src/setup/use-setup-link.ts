import { useEffect, useState } from "preact/hooks";
import { readSetupLink, type SetupLink } from "./setup-link.ts";

/** The link in the address bar. Another one that is pasted there loads no new page: only what is behind the `#` changes. */
export function useSetupLink(): SetupLink {
	const [link, setLink] = useState(() => readSetupLink(location.hash));
	useEffect(() => {
		const readAgain = () => setLink(readSetupLink(location.hash));
		addEventListener("hashchange", readAgain);
		return () => removeEventListener("hashchange", readAgain);
	}, []);
	return link;
}
