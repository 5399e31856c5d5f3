import { SettingError } from "../../platform/lib/parse-setting.ts";
import { WrongUse } from "./define-command.ts";

/** The value of an option. Throws WrongUse. */
export function readOption<T>(option: string, parse: () => T): T {
	try {
		return parse();
	} catch (error) {
		throw error instanceof SettingError ? new WrongUse(`${option}: ${error.message}.`) : error;
	}
}
