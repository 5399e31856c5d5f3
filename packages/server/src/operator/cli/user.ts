import type { CommandGroup } from "./define-command.ts";
import { userAdd } from "./user-add.ts";
import { userDisable, userEnable, userRemove, userReset, userUnlock } from "./user-change.ts";
import { userImport } from "./user-import.ts";
import { userList, userShow } from "./user-show.ts";

export const user: CommandGroup = {
	summary: "Users: invited → active ⇄ disabled → removed.",
	commands: {
		add: userAdd,
		list: userList,
		show: userShow,
		disable: userDisable,
		enable: userEnable,
		reset: userReset,
		unlock: userUnlock,
		remove: userRemove,
		import: userImport,
	},
};
