import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { explain } from "../explain.ts";
import { showInRow } from "../show-in-row.ts";
import { DeskContext, useDesk } from "./desk.ts";
import { Missing } from "./missing.tsx";
import type { Place } from "./place.ts";

export interface LoadedPage {
	name: string;
	Content: ComponentType;
}

const ofPeople = () => import("./people-pages.ts");
const ofService = () => import("./service-pages.ts");

/** By the path; `one` instead of its last part: of any other. Their code is loaded when one of them is opened first. */
const pages: Record<string, () => Promise<ComponentType>> = {
	"": async () => (await import("./overview/overview-page.tsx")).OverviewPage,
	users: async () => (await ofPeople()).UsersPage,
	"users/one": async () => (await ofPeople()).UserPage,
	"users/import": async () => (await ofService()).ImportPage,
	groups: async () => (await ofPeople()).GroupsPage,
	"groups/one": async () => (await ofPeople()).GroupPage,
	"integrations/clients": async () => (await ofService()).ClientsPage,
	"integrations/clients/one": async () => (await ofService()).ClientPage,
	sessions: async () => (await ofPeople()).SessionsPage,
	events: async () => (await ofService()).EventsPage,
	mails: async () => (await ofService()).MailsPage,
	keys: async () => (await ofService()).KeysPage,
	"access-keys": async () => (await ofService()).AccessKeysPage,
	system: async () => (await ofService()).SystemPage,
};

function nameOf({ path }: Place): string {
	const whole = path.join("/");
	return Object.hasOwn(pages, whole) ? whole : [...path.slice(0, -1), "one"].join("/");
}

export async function loadPage(place: Place): Promise<LoadedPage> {
	const name = nameOf(place);
	const load = Object.hasOwn(pages, name) ? pages[name] : undefined;
	return { name, Content: (await load?.()) ?? Missing };
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
				<button type="button" class="quiet" onClick={() => void load()}>
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
