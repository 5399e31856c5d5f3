import type { CommandGroup } from "./define-command.ts";
import { eventList } from "./event-list.ts";

export const event: CommandGroup = {
	summary: "What happened: logins, failures, sessions, changes.",
	commands: { list: eventList },
};
