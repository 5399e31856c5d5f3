import type { Page } from "../page.ts";

/** Where in the console the user is: what the address says. */
export interface Place {
	/** Of the path below `/console`: `["users", "0b0e…"]`. */
	path: readonly string[];
	query: URLSearchParams;
	/** Cursors of the pages of a list before this one; the first has none: "". Null: the address was opened by itself. */
	trail: readonly string[] | null;
}

/** What an address has besides its path; null leaves a parameter out. */
export type Query = Record<string, string | null | undefined>;

interface How {
	replace?: boolean;
	trail?: readonly string[];
}

/** A form with words that would be lost. */
interface Held {
	isChanged: () => boolean;
	/** Asks whether to lose them; `leave` opens the other page. */
	ask: (leave: () => void) => void;
}

/** What is shown once, or on its way: no other page opens. */
export const unlosable: Held = { isChanged: () => true, ask: () => {} };

export interface Places {
	current(): Place;
	/** The address of a page of the console: `to(["users", id], { tab: "events" })`. */
	to(path: readonly string[], query?: Query): string;
	/** Opens an address of the console without loading the document again. */
	go(address: string, how?: How): void;
	/** Once: the console is one listener. */
	watch(listener: (place: Place) => void): void;
	/** Until the result is called, links and the ways of the browser ask first. */
	hold(form: Held): () => void;
}

const here = () => location.pathname + location.search;

export function createPlaces({ base, root }: Page): Places {
	const home = `${base}/console`;
	let listener = (_place: Place): void => {};
	let held: Held | null = null;
	/** As it is shown. */
	let shown = here();

	function current(): Place {
		const path = location.pathname.slice(home.length).split("/").filter(Boolean).map(decoded);
		const { trail = null } = (history.state ?? {}) as { trail?: readonly string[] | null };
		return { path, query: new URLSearchParams(location.search), trail };
	}

	function to(path: readonly string[], query: Query = {}): string {
		const lang = root.dataset.lang;
		const given = Object.entries({ ...query, lang }).filter(([, value]) => value);
		const search = new URLSearchParams(given as Array<[string, string]>);
		const tail = path.map((each) => `/${encodeURIComponent(each)}`).join("");
		return `${home}${tail}${search.size > 0 ? `?${search}` : ""}`;
	}

	function go(address: string, { replace = false, trail }: How = {}) {
		const state = { trail: trail ?? null };
		history[replace ? "replaceState" : "pushState"](state, "", address);
		tell();
	}

	function tell(): void {
		shown = here();
		listener(current());
	}

	/** Back or forward: the address has changed already, and is put back while the user is asked. */
	function onPop(): void {
		// A link within the page.
		if (shown === here()) return;
		if (held?.isChanged()) {
			history.pushState(null, "", shown);
			held.ask(() => {
				held = null;
				history.back();
			});
		} else tell();
	}

	function onUnload(event: BeforeUnloadEvent): void {
		if (held?.isChanged()) event.preventDefault();
	}

	/** Links of the console open here; with a key or for another window, the browser does what it does. */
	function onClick(event: MouseEvent): void {
		const link = event.target instanceof Element ? event.target.closest("a") : null;
		if (link === null || event.defaultPrevented || event.button !== 0) return;
		if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		const isOurs = link.origin === location.origin && isBelow(link.pathname) && link.target === "";
		if (!isOurs || link.hasAttribute("download") || link.hash !== "") return;
		event.preventDefault();
		const { href } = link;
		const how = howOf(link);
		const open = () => go(href, how);
		if (held?.isChanged()) held.ask(open);
		else open();
	}
	const isBelow = (path: string) => path === home || path.startsWith(`${home}/`);

	return {
		current,
		to,
		go,
		watch(given) {
			listener = given;
			addEventListener("popstate", onPop);
			addEventListener("beforeunload", onUnload);
			document.addEventListener("click", onClick);
		},
		hold(form) {
			const before = held;
			held = form;
			return () => {
				held = before;
			};
		},
	};
}

function howOf({ dataset: { trail } }: HTMLElement): How {
	return trail === undefined ? {} : { trail: JSON.parse(trail) as string[] };
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
