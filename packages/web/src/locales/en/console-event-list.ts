import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The page of all events, in the console. What happened, in words: console-events.ts. */
export const consoleEventListTexts = {
	title: "Events",
	empty: "Nothing is recorded yet.",
	export: "Export as NDJSON",
	lookedBackTo: (when: string) => `This page looked back to ${when}.`,
	filters: {
		user: "User",
		actor: "By",
		event: "Event",
		level: "Level",
		levels: { warn: "Warnings and errors", error: "Errors" },
		address: "Address",
		request: "Request",
		client: "Application",
		session: "Session",
		span: "Time",
		spans: { today: "Today", yesterday: "Yesterday", week: "Last 7 days" },
		half: "Give a date and a time.",
		since: "From",
		until: "Until",
	},
	live: {
		watch: "Watch live",
		standing: { connecting: "Connecting…", live: "Live", over: "The live view has ended." },
		/** Held back while the pointer or the focus is on the list. */
		waiting: (count: number) => counted(count, { other: "Paused, # new" }),
		fresh: (count: number) => counted(count, { one: "# new event", other: "# new events" }),
		gap: "Some events are missing here, because there were too many. Stop watching to see all.",
	},
	opened: {
		time: "Time",
		level: "Level",
		code: "Name",
		actor: "By",
		user: "User",
		session: "Session",
		request: "Request",
		address: "Address",
		client: "Client",
		id: "ID",
		detail: "Details",
		sameActor: "Same actor",
		sameUser: "This user",
		sameSession: "Same session",
		sameRequest: "Same request",
		sameAddress: "Same address",
	},
};
