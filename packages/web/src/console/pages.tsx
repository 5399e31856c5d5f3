import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { explain } from "../explain.ts";
import { showInRow } from "../show-in-row.ts";
import { DeskContext, useDesk } from "./desk.ts";
import { Missing } from "./missing.tsx";
import { OverviewPage } from "./overview/overview-page.tsx";
import type { Place } from "./place.ts";

export interface LoadedPage {
	name: string;
	Content: ComponentType;
}

/** By the path; `one` instead of its last part: of any other. */
const otherPages = {
	users: "UsersPage",
	"users/one": "UserPage",
	"users/import": "ImportPage",
	groups: "GroupsPage",
	"groups/one": "GroupPage",
	"integrations/clients": "ClientsPage",
	"integrations/clients/one": "ClientPage",
	sessions: "SessionsPage",
	events: "EventsPage",
	mails: "MailsPage",
	keys: "KeysPage",
	"access-keys": "AccessKeysPage",
	system: "SystemPage",
} as const satisfies Record<string, keyof typeof import("./rest.ts")>;

const isKnown = (name: string): name is keyof typeof otherPages => Object.hasOwn(otherPages, name);

function nameOf({ path }: Place): string {
	const whole = path.join("/");
	return whole === "" || isKnown(whole) ? whole : [...path.slice(0, -1), "one"].join("/");
}

export async function loadPage(place: Place): Promise<LoadedPage> {
	const name = nameOf(place);
	if (name === "") return { name, Content: OverviewPage };
	if (!isKnown(name)) return { name, Content: Missing };
	// What the first page does not need is loaded when another one is opened.
	return { name, Content: (await import("./rest.ts"))[otherPages[name]] };
}

/** The page that the address names. Until its code is there, the one before stays. */
export function Pages({ place, first }: { place: Place; first: LoadedPage | null }) {
	const name = nameOf(place);
	const [shown, setShown] = useState(first);
	const [failure, setFailure] = useState("");
	const desk = useDesk();
	const { page } = desk;
	const latest = useRef(name);
	latest.current = name;
	/** Until the next page is there, the one before keeps its place: it would ask for what the next address names. */
	const shownAt = useRef(place);
	if (shown?.name === name) shownAt.current = place;

	async function load(): Promise<void> {
		setFailure("");
		try {
			const loaded = await loadPage(place);
			// Another page may have been opened since.
			if (latest.current === name) setShown(loaded);
		} catch (error) {
			setFailure(explain(error));
		}
	}
	useEffect(() => {
		if (shown?.name !== name) void load();
	}, [name]);
	useEffect(() => showWhereWeAre(place, page.base), [place]);

	if (failure !== "")
		return (
			<>
				<p class="alert" role="alert">
					{failure}
				</p>
				{/* A browser does not ask again for a file that did not come. */}
				<button type="button" class="quiet" onClick={() => location.reload()}>
					{consoleTexts.again}
				</button>
			</>
		);
	if (shown === null) return null;
	// What a page of one thing remembers is of that thing.
	return (
		<DeskContext.Provider value={{ ...desk, place: shownAt.current }}>
			<shown.Content key={shownAt.current.path.join("/")} />
		</DeskContext.Provider>
	);
}

/** The links in the header are of the document. */
function showWhereWeAre({ path }: Place, base: string): void {
	const home = `${base}/console`;
	const here = [home, ...path, ""].join("/");
	for (const link of document.querySelectorAll<HTMLAnchorElement>("header nav a")) {
		const { pathname } = link;
		const isHere = pathname === home ? path.length === 0 : here.startsWith(`${pathname}/`);
		if (!isHere) link.removeAttribute("aria-current");
		else {
			link.setAttribute("aria-current", "page");
			showInRow(link);
		}
	}
}
