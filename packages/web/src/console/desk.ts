import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Page } from "../page.ts";
import type { Api } from "./api.ts";
import type { Place, Places } from "./place.ts";

export type Answer<T> = T extends undefined ? null : T;

/** What every page of the console works with. */
export interface Desk {
	page: Page;
	/** An operation of the administration, typed by its name: `api("GET /users/{id}", { id })`. */
	api: Api;
	/** Whether the service sends mail. */
	mails: boolean;
	place: Place;
	to: Places["to"];
	go: Places["go"];
	hold: Places["hold"];
	/** Reads something; asks for a login first where the session is over. */
	read<T>(reading: () => Promise<T>): Promise<T>;
	/**
	 * Changes something; asks for a fresh authentication or a login where one is needed, then does it. Undefined: the user gave it up.
	 * An act without an answer resolves with `null`.
	 */
	act<T>(acting: () => Promise<T>): Promise<Answer<T> | undefined>;
	/** Says what was done, for ten seconds. `undo`: the inverse, where there is one. */
	say(text: string, undo?: () => Promise<unknown>): void;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
	const desk = useContext(DeskContext);
	if (desk === null) throw new Error("This is not on a page of the console.");
	return desk;
}
