import { SallyportError, session } from "@sallyport/client";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Closed, type Closing } from "./closed.tsx";
import { type Desk, DeskContext } from "./desk.ts";
import { FindDialog } from "./find/find-dialog.tsx";
import { useGate } from "./gate/use-gate.tsx";
import { type LoadedPage, Pages } from "./pages.tsx";
import { Toasts, useToasts } from "./parts/toasts.tsx";
import type { Places } from "./place.ts";
import type { Served } from "./served.ts";

interface Props {
	served: Served;
	places: Places;
	/** The page that the address names; null: its code did not come. */
	first: LoadedPage | null;
}

/** Everything of the console below its header: the page that the address names, and what may lie over it. */
export function Console({ served, places, first }: Props) {
	const { page, api, mails } = served;
	const [place, setPlace] = useState(places.current);
	const [closing, setClosing] = useState<Closing | null>(null);
	const gate = useGate(served);
	const toasts = useToasts();
	// Before anything can be chosen: an effect would come a moment after it is in sight.
	useLayoutEffect(() => places.watch(setPlace), []);

	/** A user who may not administer any more learns so, and sees nothing of what was here. */
	async function closedUnlessAdmin(error: unknown): Promise<never> {
		if (error instanceof SallyportError && error.code === "forbidden") {
			const { role } = await session(page.connection);
			setClosing(role === "admin" ? "factor" : "demoted");
		}
		throw error;
	}

	const desk: Desk = {
		page,
		api,
		mails,
		place,
		to: places.to,
		go: places.go,
		hold: places.hold,
		read: (reading) => gate.read(reading).catch(closedUnlessAdmin),
		act: (acting) => gate.act(acting).catch(closedUnlessAdmin),
		say: toasts.say,
	};
	// Who comes back learns at once that the session or the role is gone; a poll would keep the session from its idle end.
	useEffect(() => {
		addEventListener("focus", () => desk.read(() => api("GET /users/count")).catch(() => {}));
	}, []);
	return (
		<DeskContext.Provider value={desk}>
			<Toasts list={toasts} />
			{closing === null ? <Pages place={place} first={first} /> : <Closed closing={closing} />}
			<FindDialog />
			{gate.dialog}
		</DeskContext.Provider>
	);
}
